"""What is chosen and typed on the pages of runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms

from agents import AGENT_NAMES
from agents.react import STRATEGIES, USUAL_DIALECTS
from agents.retrieval import RETRIEVERS
from sandboxes import PROFILES
from webapp.benchmark.loading import PUBLIC_SEEDS, current_suite
from webapp.benchmark.models import Instance, Split, Suite
from webapp.runs.caps import CAPS, caps_as_json
from webapp.runs.choosing import public_instances
from webapp.runs.models import RunSet, RunState
from webapp.runs.subjects import allowed_addresses
from webapp.runs.words import DIALECT_WORDS, ERROR_WORDS, STATE_WORDS, STRATEGY_WORDS

_ASKS_FOR = {
    "full_context": {"dialect"},
    "rag": {"dialect", "retriever", "top_k"},
    "iterative_rag": {"dialect", "retriever"},
    "distractors": {"dialect", "distractors"},
}
"""What a strategy asks for besides what all of them do."""
_OF_ALL_MODELS = {"model", "address", "temperature", "max_output"}
_OF_SOME = {"dialect", "retriever", "top_k", "distractors"}
_MOST_REPEATS, _MOST_AT_ONCE, _MOST_LISTED = 20, 64, 1_000
_MOST_CAP = 10**12


def _text(**attributes: str) -> forms.TextInput:
    plain = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
    return forms.TextInput(attrs={**plain, **attributes})


def _cap(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=_MOST_CAP)


def _money(label: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        required=False,
        min_value=Decimal("0.01"),
        max_value=_MOST_CAP,
        max_digits=16,
        decimal_places=2,
    )


class NewSetForm(forms.Form):
    """A set of runs that is to be made.

    Args:
        suites: The suites of which there is something to attempt.
        data: What was typed; None: nothing yet.
    """

    name = forms.CharField(
        required=False,
        max_length=RunSet._meta.get_field("name").max_length,
        help_text="What you will know it by. Left empty, it is named after who attempts it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    suite = forms.ChoiceField()
    tasks = forms.MultipleChoiceField(
        required=False,
        label="Tasks",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "There is no task “%(value)s” in the suite."},
    )
    seeds = forms.MultipleChoiceField(
        choices=[(str(seed), str(seed)) for seed in PUBLIC_SEEDS],
        initial=[str(seed) for seed in PUBLIC_SEEDS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one seed."},
    )
    repeats = forms.IntegerField(
        min_value=1,
        max_value=_MOST_REPEATS,
        initial=1,
        help_text="Attempts at each instance.",
    )
    profile = forms.ChoiceField(
        label="Faults of the world",
        choices=[(name, name) for name in PROFILES],
        initial="default",
    )
    agent = forms.ChoiceField(
        initial="oracle",
        choices=[
            ("Built in", [(name, name) for name in sorted(AGENT_NAMES)]),
            ("Asks a model", [(name, f"{name}: {STRATEGY_WORDS[name]}") for name in STRATEGIES]),
        ],
    )
    model = forms.CharField(
        required=False,
        max_length=200,
        help_text="By the name that its address knows it by.",
        widget=_text(),
    )
    address = forms.CharField(required=False, max_length=500, widget=_text(inputmode="url"))
    dialect = forms.ChoiceField(
        required=False, choices=[(name, DIALECT_WORDS[name]) for name in USUAL_DIALECTS]
    )
    retriever = forms.ChoiceField(required=False, choices=[(name, name) for name in RETRIEVERS])
    top_k = forms.IntegerField(
        label="Tools listed", required=False, min_value=1, max_value=_MOST_LISTED, initial=30
    )
    distractors = forms.IntegerField(
        label="Tools that are not needed",
        required=False,
        min_value=0,
        max_value=_MOST_LISTED,
        initial=0,
    )
    temperature = forms.DecimalField(
        required=False,
        min_value=0,
        max_value=2,
        decimal_places=3,
        help_text="Left empty, none is sent; with 0 it is another contestant.",
    )
    max_output = forms.IntegerField(
        label="Most tokens in a reply",
        required=False,
        min_value=1,
        max_value=1_000_000,
        help_text="Left empty, it is the model's own limit.",
    )
    attempt_calls = _cap("Calls")
    attempt_tokens = _cap("Tokens")
    attempt_money = _money("US dollars")
    attempt_seconds = _cap("Seconds of the model")
    set_calls = _cap("Calls")
    set_tokens = _cap("Tokens")
    set_money = _money("US dollars")
    set_seconds = _cap("Seconds of the models")
    concurrency = forms.IntegerField(
        label="Runs at once", min_value=1, max_value=_MOST_AT_ONCE, initial=8
    )

    def __init__(self, suites: Iterable[Suite], data: Any = None) -> None:
        super().__init__(data)
        self._suites = list(suites)
        _choose(self, "suite", [(suite.name, suite.name) for suite in self._suites])
        _choose(self, "tasks", [(name, name) for name in _offered(self._suites)])
        self.fields["address"].help_text = f"Allowed here: {allowed_addresses()}."

    def caps(self, whose: str) -> list[forms.BoundField]:
        """The fields of caps: of each "attempt", or of the whole "set"."""
        return [self[f"{whose}_{name}"] for name in CAPS]

    @property
    def attempt_caps(self) -> list[forms.BoundField]:
        """What one attempt may use up."""
        return self.caps("attempt")

    @property
    def set_caps(self) -> list[forms.BoundField]:
        """What all of them may."""
        return self.caps("set")

    def clean_seeds(self) -> list[int]:
        return [int(seed) for seed in self.cleaned_data["seeds"]]

    def clean(self) -> dict[str, Any]:
        """Ask for what the agent needs, and leave out what it has no use for."""
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        agent = typed.get("agent", "")
        needed = set() if agent in AGENT_NAMES else _OF_ALL_MODELS | _ASKS_FOR.get(agent, set())
        if agent in STRATEGIES:
            for name, what in (("model", "the model"), ("address", "where it is asked")):
                if not typed.get(name) and name not in self.errors:
                    self.add_error(name, f"Name {what}.")
            if "top_k" in needed and typed.get("top_k") is None and "top_k" not in self.errors:
                self.add_error("top_k", "Say how many tools are listed.")
        for name in (_OF_ALL_MODELS | _OF_SOME) - needed:
            typed[name] = None
            self.errors.pop(name, None)  # nobody sees these fields now
        if "distractors" in needed:
            typed["distractors"] = typed.get("distractors") or 0
        self._require_tasks(typed.get("suite", ""), typed.get("tasks", []))
        return typed

    def _require_tasks(self, suite: str, tasks: Sequence[str]) -> None:
        """Refuse tasks of another suite: the list holds those of all."""
        known = _offered([one for one in self._suites if one.name == suite])
        others = [name for name in tasks if name not in known]
        if suite and others:
            self.add_error("tasks", f"There is no task “{others[0]}” in the suite {suite}.")

    @property
    def chosen(self) -> dict[str, Any]:
        """What is to be made, once the form is valid.

        Its caps are apart: `attempt_caps` and `set_caps`, each only with those that were given.
        What the agent has no use for is None; no tasks are all tasks.
        """
        typed = self.cleaned_data
        plain = {
            name: value
            for name, value in typed.items()
            if not name.startswith(("attempt_", "set_"))
        }
        for whose in ("attempt", "set"):
            given = {name: typed.get(f"{whose}_{name}") for name in CAPS}
            plain[f"{whose}_caps"] = {name: cap for name, cap in given.items() if cap is not None}
        return plain

    def size(self) -> int | None:
        """How many runs it makes; None if that can't be told yet."""
        if self.is_bound:
            self.is_valid()  # once, so that what was refused later stays told
            typed = self.cleaned_data
        else:
            typed = {name: self[name].value() for name in ("suite", "seeds", "repeats", "tasks")}
            typed["suite"] = self._suites[0].name if self._suites else ""
        if (
            not all(typed.get(name) for name in ("suite", "seeds", "repeats"))
            or "tasks" not in typed
        ):
            return None
        suite = current_suite(typed["suite"])
        if suite is None:
            return None
        seeds = [int(seed) for seed in typed["seeds"]]
        instances = public_instances(suite, typed["tasks"] or [], seeds)
        return int(instances.count() * typed["repeats"])


def _offered(suites: list[Suite]) -> list[str]:
    instances = Instance.objects.filter(
        task__suite__in=suites, split=Split.PUBLIC, gate_passed=True
    )
    return list(instances.order_by("task__name").values_list("task__name", flat=True).distinct())


def _choose(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class CapsForm(forms.Form):
    """What a whole set may use up, changed once it is made.

    Args:
        caps: What it may so far.
        data: What was typed; None: nothing yet.
    """

    calls = _cap("Calls")
    tokens = _cap("Tokens")
    money = _money("US dollars")
    seconds = _cap("Seconds of the models")

    def __init__(self, caps: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial=dict(caps))

    @property
    def caps(self) -> dict[str, Any]:
        """What was typed, as JSON; what was left empty has no cap."""
        return caps_as_json(self.cleaned_data)


class RunFilter(forms.Form):
    """Which runs of a set are listed.

    Args:
        data: What was asked for.
        classes: Classes of errors that there are.
    """

    state = forms.ChoiceField(
        required=False,
        choices=[
            ("", "All runs"),
            *((state.value, STATE_WORDS[state][0]) for state in RunState),
        ],
    )
    error = forms.ChoiceField(required=False)

    def __init__(self, data: Any, classes: Iterable[str]) -> None:
        super().__init__(data)
        words = [(name, ERROR_WORDS.get(name, name)) for name in classes]
        _choose(self, "error", [("", "With or without"), *words])


class RetryForm(forms.Form):
    """Which of the failed runs are tried once more: those of a class of errors, or all."""

    error = forms.CharField(required=False, max_length=20)

    def clean_error(self) -> str | None:
        return self.cleaned_data["error"] or None
