"""The schema is exact: it tells every operation, every refusal, and the bounds that hold."""

from __future__ import annotations

from typing import Any

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from tests.webapp.api.personas import Persona, content
from webapp.api.urls import urlpatterns
from webapp.api.views.schema import schema
from webapp.attempts.conditions import Conditions


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """The schema, made anew, so that the generator's complaints are heard."""
    schema.cache_clear()
    GENERATOR_STATS.reset()
    made = schema()
    assert not GENERATOR_STATS
    return made


def operations(told: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Address, method and description of every operation."""
    return [
        (path, method, operation)
        for path, methods in told["paths"].items()
        for method, operation in methods.items()
    ]


def test_everybody_gets_it_and_it_is_valid(nobody: Persona, told: dict[str, Any]) -> None:
    assert content(nobody.get("schema")) == told
    validate_schema(told)  # type: ignore[no-untyped-call]


def test_it_tells_every_address(told: dict[str, Any]) -> None:
    routes = {
        "/api/v1/"
        + str(route.pattern).replace("<int:", "{").replace("<slug:", "{").replace(">", "}")
        for route in urlpatterns
    }
    assert routes - set(told["paths"]) == {"/api/v1/schema", "/api/v1/"}


def test_every_operation_has_a_name_of_its_own(told: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(told)]
    assert len(set(names)) == len(names) == 24


def test_every_refusal_has_the_one_shape(told: dict[str, Any]) -> None:
    shape = {"$ref": "#/components/schemas/Refusal"}
    for path, method, operation in operations(told):
        refusals = {code: r for code, r in operation["responses"].items() if code >= "400"}
        assert {"401", "406", "500"} <= set(refusals), (method, path)
        for response in refusals.values():
            assert response["content"] == {"application/json": {"schema": shape}}


def test_no_shape_has_fields_that_it_does_not_name(told: dict[str, Any]) -> None:
    for name, component in told["components"]["schemas"].items():
        assert component["additionalProperties"] is False, name


def test_the_bounds_of_conditions_are_those_of_the_door(told: dict[str, Any]) -> None:
    ours = told["components"]["schemas"]["ConditionsAsked"]["properties"]
    theirs = Conditions.model_json_schema()["properties"]
    for name in ("call_budget", "seconds", "distractors"):
        bounds = {**theirs[name], **next(iter(theirs[name].get("anyOf", [{}])))}
        assert (ours[name]["minimum"], ours[name]["maximum"]) == (
            bounds["minimum"],
            bounds["maximum"],
        )
    assert ours["access"]["enum"] == theirs["access"]["enum"]
