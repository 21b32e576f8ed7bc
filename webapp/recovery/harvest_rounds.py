"""The rounds of an attempt at recovery that hold an error, and what rules can tell of each.

A rule labels only what it decides. What it finds and can't name stays unlabelled, for annotators.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sandboxes.workflows import ErrorType
from webapp.recovery.harvest_calls import is_wrong, types_of_call, types_of_run
from webapp.recovery.harvest_edges import edge_faults
from webapp.recovery.harvest_missing import call_faults, wanted_tools

Json = Mapping[str, Any]
_PARTS = ("tool", "arguments", "dependencies")


@dataclass(frozen=True)
class Finding:
    """An error in a round.

    Args:
        kind: "call" (went wrong), "slip" (will not be understood), "refused" (the submission),
            "edge_missing", "edge_needless", "call_missing", "call_needless", "call_strange" or
            "call_spent" (it has failed, and what waits for it can never run).
        node: Id of the node that it is about; empty for a submission.
        sentence: What is wrong, in words.
        type: Which error it is; None where no rule decides.
        other: Id of the other node of an edge.
        since: The round in which it came about.
        inherited: Whether it was put into the instance, and nobody has mended it since.
    """

    kind: str
    node: str
    sentence: str
    type: ErrorType | None = None
    other: str = ""
    since: int = 0
    inherited: bool = False

    def as_json(self) -> dict[str, Any]:
        """The finding as it is kept."""
        return {
            "kind": self.kind,
            "node": self.node,
            "sentence": self.sentence,
            "type": self.type,
            "since": self.since,
            "inherited": self.inherited,
        }

    @property
    def key(self) -> tuple[str | None, ...]:
        """What it has in common with itself in another round."""
        return self.kind, self.node, self.other, self.type


@dataclass(frozen=True)
class FaultyRound:
    """A round that holds an error.

    Args:
        place: Which submission of the attempt, from 0.
        round: Which round.
        findings: What is wrong; at least one.
        plan: The plan that was submitted; None if it was refused.
        observations: What its wave returned.
        refusal: Why it was refused.
    """

    place: int
    round: int
    findings: tuple[Finding, ...]
    plan: Json | None
    observations: list[dict[str, Any]] = field(default_factory=list)
    refusal: str = ""

    @property
    def level(self) -> int:
        """2 if errors of more than one round are in it, else 1."""
        return 2 if len({finding.since for finding in self.findings}) > 1 else 1

    @property
    def types(self) -> list[str]:
        """What rules have labelled that the subject has brought about, in a fixed order."""
        return self._types(inherited=False)

    @property
    def inherited(self) -> list[str]:
        """The same of what was there when it took over."""
        return self._types(inherited=True)

    @property
    def is_unlabelled(self) -> bool:
        """Whether it is left to annotators: no rule has labelled it, and not all is inherited."""
        return not self.types and not all(finding.inherited for finding in self.findings)

    def _types(self, *, inherited: bool) -> list[str]:
        found = {one.type for one in self.findings if one.inherited is inherited}
        return [error.value for error in ErrorType if error in found]


def faulty_rounds(evidence: Json) -> Iterator[FaultyRound]:
    """The rounds of an attempt that hold an error, in order.

    Args:
        evidence: As `sandboxes.workflows.recovery_evidence` gives it.
    """
    first: dict[tuple[str | None, ...], int] = {}
    for place, submission in enumerate(evidence["submissions"]):
        wave = [run for run in evidence["runs"] if run["round"] == submission["round"]]
        findings = []
        for finding in _findings(evidence, submission, wave):
            dated = _with_origin(finding, evidence, submission)
            since = first.setdefault(dated.key, dated.since)
            findings.append(replace(dated, since=since))
        if findings:
            yield FaultyRound(
                place,
                submission["round"],
                tuple(findings),
                submission["plan"],
                [{key: run[key] for key in run if key != "round"} for run in wave],
                submission["refusal"],
            )


def _with_origin(finding: Finding, evidence: Json, submission: Json) -> Finding:
    """The finding with the round it came about in: this one, or that of the label it is about."""
    for label in evidence["labels"]:
        if finding.node == label["node"] and _is_as_it_was(label["node"], evidence, submission):
            return replace(finding, since=label["round"], inherited=True)
    failed = [run["round"] for run in evidence["runs"] if run["id"] == finding.node]
    if finding.kind == "call_spent" and failed:
        return replace(finding, since=failed[0])
    return replace(finding, since=submission["round"])


def _is_as_it_was(name: str, evidence: Json, submission: Json) -> bool:
    """Whether a node is what it was when the subject took over; one that was missing, too."""
    before, now = (
        {node["id"]: [node[part] for part in _PARTS] for node in plan["nodes"]}
        for plan in (evidence["previous"], submission["plan"])
    )
    return before.get(name) == now.get(name)


def _findings(evidence: Json, submission: Json, wave: list[Json]) -> Iterator[Finding]:
    if submission["plan"] is None:
        yield Finding("refused", "", submission["refusal"])
        return
    edges = list(edge_faults(submission, evidence["reference"]["edges"]))
    early = {fault.needing for fault in edges if fault.missing}
    wrong = [run for run in wave if is_wrong(run, expected=run["id"] in submission["matching"])]
    nodes = {node["id"]: node for node in submission["plan"]["nodes"]}
    wanted = wanted_tools(evidence, submission)
    for run in wrong:
        if run["id"] not in early:  # what runs before its time fails: that is one error, not two
            types = types_of_run(run, nodes[run["id"]], wanted, submission["matching"])
            yield from _of_call("call", run["id"], _told(run), types)
    for name in submission["slips"]:
        if name not in {run["id"] for run in wave}:
            types = types_of_call(nodes[name], wanted)
            yield from _of_call("slip", name, submission["slips"][name], types)
    for fault in edges:
        kind = "edge_missing" if fault.missing else "edge_needless"
        yield Finding(kind, fault.needing, fault.sentence, fault.type, fault.needed)
    known = {*submission["slips"], *(run["id"] for run in wrong)}
    for one in call_faults(evidence, submission, known):
        yield Finding(one.kind, one.node, one.sentence, one.type)


def _of_call(
    kind: str, name: str, sentence: str, types: tuple[ErrorType, ...]
) -> Iterator[Finding]:
    for error in types or (None,):
        yield Finding(kind, name, sentence, error)


def _told(run: Json) -> str:
    output = run["output"]
    if isinstance(output, str) and output:
        return f"node {run['id']}, {run['tool']}: {output}"
    return f"node {run['id']}, {run['tool']}, returned nothing"
