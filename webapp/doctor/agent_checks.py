"""What an agent's maker is told: what was seen at the mock task, and what to change."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from sandboxes import sorted_json
from webapp.doctor.agent_attempt import Seen
from webapp.doctor.agent_world import Call, Errand
from webapp.doctor.check import Check, missing, ok, warning

_FIRST = "Mend what is missing here first, and look again."
_TYPED = {"open_locker": "whole numbers", "sign_out_parcels": "a list and an object"}


class Ending(Enum):
    """Why nobody watches any longer; the value ends "... before"."""

    BY_ITSELF = "the attempt ended"
    TIME = "the time was over"
    STOPPED = "the watching was stopped"
    NOT_STARTED = "the request that starts the agent failed"


def agent_checks(seen: Seen, task: Errand, ending: Ending) -> list[Check]:
    """Every check, in the order in which things have to be mended.

    Args:
        seen: What the agent did.
        task: At what.
        ending: Why nobody watches any longer.
    """
    if not seen.protocol:
        return [_not_reached(seen, ending)]
    return [
        ok("connection", f"{seen.client or 'a client without a name'}, MCP {seen.protocol}"),
        _tools(seen),
        _instruction(seen, task),
        _results(seen, task),
        _arguments(seen),
        _names(seen),
        _faults(seen),
        _solved(seen),
        _finish(seen, ending),
        _time(seen),
    ]


def _not_reached(seen: Seen, ending: Ending) -> Check:
    name = "connection"
    if ending is Ending.NOT_STARTED:
        return missing(name, f"nobody came before {ending.value}", _FIRST)
    if seen.strangers:
        what = f"no MCP came before {ending.value}, but {seen.strangers[0]}"
        remedy = "Choose the transport Streamable HTTP (not SSE), and copy the whole address."
        return missing(name, what, remedy)
    remedy = "Give the agent's MCP client the address that is printed at the start."
    return missing(name, f"nobody came before {ending.value}", remedy)


def _tools(seen: Seen) -> Check:
    name = "tools listed"
    if seen.has_listed:
        return ok(name, "by tools/list")
    remedy = "Let the client call tools/list, and offer the model what it gives."
    if seen.calls:
        return warning(name, "never; the calls were made without", remedy)
    return missing(name, "never", remedy)


def _instruction(seen: Seen, task: Errand) -> Check:
    name = "instruction"
    fetched = [
        word
        for word, did in (
            ("get_task was called", seen.has_asked),
            ("the resource was read", seen.has_read),
        )
        if did
    ]
    told = ["the server's instructions", *(["finish_task's text"] if seen.has_listed else [])]
    where = "; ".join([f"it stood in {' and '.join(told)}", *fetched])
    first = next((call.tool for call in seen.calls if _holds(call, task.word)), None)
    if first is not None:
        return ok(name, f"its word came back with {first} ({where})")
    what = f"its word, which stands nowhere else, was in no call ({where})"
    if fetched:
        return missing(name, what, "Put the text that was fetched before the model, whole.")
    remedy = "Show the model the server's instructions, or let it call get_task first."
    return missing(name, what, remedy)


def _results(seen: Seen, task: Errand) -> Check:
    name = "results read"
    passed_on = []
    for teller, what, value in (
        ("find_locker", "code", task.code),
        ("open_locker", "seal", task.seal),
    ):
        later = _after_success(seen.calls, teller)
        if later is None:
            continue
        if not any(_holds(call, value) for call in later):
            return missing(
                name,
                f"{teller} answered with a {what} that came back in no later call",
                "Give the model the text of each answer (content[0].text) before it goes on.",
            )
        passed_on.append(f"the {what} of {teller}")
    if not passed_on:
        return warning(name, "not seen: no answer held anything to pass on", _FIRST)
    return ok(name, f"{' and '.join(passed_on)} came back")


def _arguments(seen: Seen) -> Check:
    name = "arguments"
    wrong = [call for call in seen.calls if call.misfits]
    fit = {call.tool for call in seen.calls if call.is_known and not call.misfits}
    remedy = "Send arguments as the schema has them: numbers, lists and objects, none in quotes."
    if wrong:
        stuck = [call for call in wrong if not _fits_later(seen.calls, call)]
        if stuck:
            return missing(name, _told(stuck[0]), remedy)
        return warning(name, f"mended after an error: {_told(wrong[0])}", remedy)
    unseen = [kinds for tool, kinds in _TYPED.items() if tool not in fit]
    if unseen:
        return warning(name, f"not seen: {' and '.join(unseen)}", _FIRST)
    return ok(name, "whole numbers, a list and an object came as such")


def _told(call: Call) -> str:
    misfit = call.misfits[0]
    place = misfit.place or "all of it"
    return f"{call.tool}: {place} came as {misfit.sent}, and {misfit.rule}"


def _names(seen: Seen) -> Check:
    name = "tool names"
    unknown = list(dict.fromkeys(call.tool for call in seen.calls if not call.is_known))
    remedy = "Call tools by the names that tools/list gives: no prefix, no other spelling."
    if not unknown:
        if not seen.calls:
            return warning(name, "not seen: no tool was called", _FIRST)
        return ok(name, "only tools that there are")
    shown = ", ".join(tool[:40] for tool in unknown[:3])
    what = f"{len(unknown)} that there {'is' if len(unknown) == 1 else 'are'} not: {shown}"
    if any(call.is_known for call in seen.calls):
        return warning(name, what, remedy)
    return missing(name, what, remedy)


def _faults(seen: Seen) -> Check:
    name = "faults"
    at = next((n for n, c in enumerate(seen.calls) if c.outcome.status == "internal_error"), None)
    if at is None:
        return warning(name, "not seen: no call met one", _FIRST)
    tool = seen.calls[at].tool
    if any(call.tool == tool for call in seen.calls[at + 1 :]):
        return ok(name, f"{tool} was called again after its fault")
    return missing(
        name,
        f"{tool} met a fault (internal_error) and was not called again",
        "Let the model read answers that come with isError, and try again after internal_error.",
    )


def _solved(seen: Seen) -> Check:
    name = "task"
    calls = f"{len(seen.calls)} call{'' if len(seen.calls) == 1 else 's'}"
    if seen.is_solved:
        return ok(name, f"solved, with {calls}")
    done = {call.tool for call in seen.calls if call.outcome.ok}
    steps = (("open_locker", "the parcels were not signed out"), ("find_locker", "never opened"))
    how_far = next((text for tool, text in steps if tool in done), "the locker was not found")
    remedy = f"{_FIRST} Every call with its answer stands in the report of --json."
    return missing(name, f"not solved: {how_far} ({calls})", remedy)


def _finish(seen: Seen, ending: Ending) -> Check:
    name = "finish"
    if seen.outcome:
        return _finished(name, seen)
    remedy = 'Let the agent end with finish_task and the outcome "done" or "cannot_be_done".'
    if seen.bad_ending:
        return missing(name, f"finish_task was refused: {seen.bad_ending}", remedy)
    if seen.used_up:
        return missing(name, f"never: all {len(seen.calls)} calls were used up", remedy)
    return missing(name, f"finish_task was not called before {ending.value}", remedy)


def _finished(name: str, seen: Seen) -> Check:
    if seen.outcome != "done":
        remedy = "Let it claim that only of tasks that it has found to be impossible."
        return missing(name, f"with {seen.outcome}, though the task can be done", remedy)
    if not seen.is_solved:
        remedy = "Let the agent look at its last answers before it says that it is done."
        return warning(name, "with done, though the task was not solved", remedy)
    if seen.late:
        remedy = "Stop the agent's loop once finish_task is answered."
        return warning(name, f"with done, but then it went on ({seen.late} refused)", remedy)
    return ok(name, "with done")


def _time(seen: Seen) -> Check:
    took = (seen.ended or 0.0) - (seen.began or 0.0)
    return ok("time", f"{took:.1f} s from the first message to the end")


def _holds(call: Call, value: str) -> bool:
    """Whether a value stands in the arguments of a call."""
    return value in sorted_json(call.arguments)


def _after_success(calls: list[Call], tool: str) -> list[Call] | None:
    """The calls after the first success of a tool; None if there was none."""
    at = next((n for n, c in enumerate(calls) if c.tool == tool and c.outcome.ok), None)
    return None if at is None else calls[at + 1 :]


def _fits_later(calls: list[Call], wrong: Call) -> bool:
    """Whether the tool of a call that did not fit was called fittingly afterwards."""
    later: Iterable[Call] = calls[calls.index(wrong) + 1 :]
    return any(call.tool == wrong.tool and not call.misfits for call in later)
