"""generate_recovery --form published: the importer reads back what was made, and mends nothing."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from sandboxes.workflows import ErrorType
from sandboxes.workflows.published import Groups, Record, RecordKind, read_published
from webapp.recovery.importing import import_file
from webapp.recovery.models import ImportedRecord

_COUNTS = {1: 42, 2: 24}
Made = tuple[list[dict[str, Any]], Path]


@pytest.fixture(scope="module", params=sorted(_COUNTS))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The same instances of a level in both forms."""
    folder = tmp_path_factory.mktemp("generated")
    own, published = folder / "own.jsonl", folder / "published.jsonl"
    asked = ["--level", str(request.param), "--count", str(_COUNTS[request.param]), "--seed", "2"]
    for path, form in ((own, []), (published, ["--form", "published"])):
        written = [*asked, *form, "--out", str(path), "--json"]
        call_command("generate_recovery", *written, stdout=StringIO())
    lines = own.read_text("utf-8").splitlines()
    assert len(lines) == _COUNTS[request.param]
    return [json.loads(line) for line in lines], published


def records(path: Path) -> list[Record]:
    """What is read of a file of records only."""
    found = []
    for item in read_published(path, groups=Groups()):
        assert isinstance(item, Record)
        found.append(item)
    return found


def test_nothing_is_mended_and_nothing_is_missing(made: Made) -> None:
    instances, path = made
    read = records(path)
    assert [(record.mends, record.unmended) for record in read] == [((), ())] * len(instances)
    assert {record.kind for record in read} == {RecordKind.AUGMENTED}
    assert [record.published_id for record in read] == list(range(1, len(instances) + 1))


def test_each_record_says_what_the_instance_says(made: Made) -> None:
    instances, path = made
    for instance, record in zip(instances, records(path), strict=True):
        assert (record.level, record.query) == (instance["level"], instance["query"])
        assert record.plan.as_json() == instance["plan"]
        assert [tool.name for tool in record.tools] == instance["tools"]
        assert record.round_gt == instance["best_rounds"]
        assert record.funcall_times_gt == instance["fewest_calls"]


def test_observations_come_back_as_texts_of_what_was_returned(made: Made) -> None:
    instances, path = made
    for instance, record in zip(instances, records(path), strict=True):
        runs = instance["observations"]
        assert [(call.name, call.arguments) for call in record.observations] == [
            (run["tool"], run["arguments"]) for run in runs
        ]
        for call, run in zip(record.observations, runs, strict=True):
            if isinstance(run["output"], str):
                assert call.results == run["output"]
            elif run["output"] is None:
                assert call.results == ""
            else:
                assert json.loads(call.results) == run["output"]


def test_labels_come_back_at_level_2_with_their_rounds(made: Made) -> None:
    instances, path = made
    types = set()
    for instance, record in zip(instances, records(path), strict=True):
        told = [
            (label["type"], label["round"] if instance["level"] == 2 else None)
            for label in instance["labels"]
        ]
        assert [(label.tag, label.round) for label in record.labels] == told
        types |= {label.type for label in record.labels}
    assert types == set(ErrorType)


def test_instances_of_one_query_are_one_group(made: Made) -> None:
    instances, path = made
    groups: dict[str, set[str]] = {}
    for instance, record in zip(instances, records(path), strict=True):
        groups.setdefault(instance["group"], set()).add(record.group)
    assert all(len(found) == 1 for found in groups.values())
    assert len(groups) < len(instances)


@pytest.mark.django_db
def test_the_site_imports_the_file_whole(made: Made) -> None:
    instances, path = made
    tally = import_file(path)
    assert (tally.imported, tally.mended, tally.incomplete, tally.refused) == (
        len(instances),
        0,
        0,
        0,
    )
    assert ImportedRecord.objects.filter(kind="augmented").count() == len(instances)
