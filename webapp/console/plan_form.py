"""The form with which a plan is submitted: a thought, and the plan as JSON.

It comes with the plan that is held now. Like every form of the console it judges nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sandboxes.workflows import ENDS, SUBMIT_PLAN
from webapp.console.fields import Untypable
from webapp.console.forms import ToolForm, as_typed, typed_arguments
from webapp.console.plan_text import plan_text
from webapp.console.recovery import Course


def takes_plans(form: ToolForm) -> bool:
    """Whether it is the form with which plans are submitted."""
    return form.name == SUBMIT_PLAN.name


def held_form(form: ToolForm, course: Course) -> ToolForm:
    """The form with the plan that is held now, its statuses by what ran."""
    return _holding(form, "", course.text)


def edited_form(form: ToolForm, arguments: Any) -> ToolForm:
    """The form with what was submitted before, as far as it holds a thought and a plan."""
    given = arguments if isinstance(arguments, dict) else {}
    thought = given.get("thought", "")
    plan = plan_text(given["plan"]) if "plan" in given else ""
    return _holding(form, thought if isinstance(thought, str) else plan_text(thought), plan)


def renewed_form(form: ToolForm, typed: Mapping[str, str], course: Course) -> ToolForm:
    """The form as it was typed, with the statuses of the plan's calls by what ran.

    Args:
        form: The form.
        typed: What was typed.
        course: What ran.
    """
    try:
        given = typed_arguments(form, typed)
    except Untypable as error:
        return as_typed(form, typed, error)
    plan = given["plan"]
    nodes = plan.get("nodes") if isinstance(plan, dict) else None
    if not isinstance(nodes, list):
        told = "It has no list of nodes, so there are no statuses to be brought up to date."
        return replace(as_typed(form, typed), told=told)
    renewed = {**plan, "nodes": [_with_status(node, course.known) for node in nodes]}
    return _holding(form, given["thought"], plan_text(renewed))


def _with_status(node: Any, known: Mapping[str, str]) -> Any:
    """A node with its status by what ran; an end, and what is no node, as it is."""
    if not isinstance(node, dict) or not isinstance(node.get("id"), str) or node["id"] in ENDS:
        return node
    return {**node, "status": node["id"] in known}


def _holding(form: ToolForm, thought: str, plan: str) -> ToolForm:
    values = {"thought": thought, "plan": plan}
    fields = tuple(replace(part, value=values.get(part.label, "")) for part in form.fields)
    return replace(form, fields=fields)
