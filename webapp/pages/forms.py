"""What is chosen and typed on the pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import forms

from sandboxes import PROFILES
from sandboxes.tasks import OUTCOMES
from webapp.attempts.models import Contestant, Status
from webapp.benchmark.models import Instance

ME, AGENT = "me", "agent"


class TaskFilter(forms.Form):
    """Which tasks are listed."""

    q = forms.CharField(
        label="Search",
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    level = forms.ChoiceField(required=False)
    app = forms.ChoiceField(required=False)
    trap = forms.ChoiceField(required=False)

    def __init__(
        self, data: Any, *, levels: Iterable[int], apps: Iterable[str], traps: Iterable[str]
    ) -> None:
        super().__init__(data)
        for name, known, every in (
            ("level", levels, "All levels"),
            ("app", apps, "All apps"),
            ("trap", traps, "All traps"),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            words = [(str(value), str(value).replace("_", " ")) for value in known]
            field.choices = [("", every), *words]


class ToolFilter(forms.Form):
    """Which tools are listed."""

    q = forms.CharField(
        label="Search",
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    server = forms.ChoiceField(required=False)

    def __init__(self, data: Any, *, servers: Iterable[str]) -> None:
        super().__init__(data)
        field = self.fields["server"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "All servers"), *((name, name) for name in servers)]


class OpenForm(forms.Form):
    """An attempt to be opened."""

    seed = forms.ChoiceField(label="Instance")
    contestant = forms.ChoiceField(
        label="Who acts",
        choices=[(ME, "I do"), (AGENT, "an agent of mine")],
        initial=ME,
        widget=forms.RadioSelect,
    )
    agent = forms.CharField(
        label="Name of the agent",
        required=False,
        max_length=Contestant._meta.get_field("name").max_length,
        help_text="Attempts under the same name count as the same agent.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    profile = forms.ChoiceField(
        label="Faults of the world",
        choices=[(name, name) for name in PROFILES],
        initial="default",
        help_text="Under “default”, the network of one app is unstable and passwords get mistyped; "
        "under “harsh”, all of this happens everywhere and more often.",
    )
    access = forms.ChoiceField(
        label="Tools on offer",
        choices=[("all", "all"), ("needed", "the needed ones, and some others")],
        initial="all",
        widget=forms.RadioSelect,
    )
    distractors = forms.IntegerField(
        label="How many others", min_value=0, max_value=10_000, initial=0, required=False
    )

    def __init__(self, instances: Iterable[Instance], data: Any = None) -> None:
        super().__init__(data)
        self._instances = {instance.label: instance for instance in instances}
        seeds = self.fields["seed"]
        assert isinstance(seeds, forms.ChoiceField)
        seeds.choices = [(label, _named(label)) for label in self._instances]

    @property
    def instance(self) -> Instance:
        """What was chosen, once the form is valid."""
        return self._instances[self.cleaned_data["seed"]]

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        if chosen.get("contestant") == AGENT and not chosen.get("agent"):
            self.add_error("agent", "Name the agent, or choose to act yourself.")
        if chosen.get("access") == "all" or chosen.get("distractors") is None:
            chosen["distractors"] = 0  # asked for only where not all tools are on offer
        return chosen


def _named(label: str) -> str:
    return f"seed {label}" if label.isdecimal() else label.replace("-", " ")


class FinishForm(forms.Form):
    """The end of an attempt."""

    outcome = forms.ChoiceField(
        choices=[(outcome, outcome) for outcome in OUTCOMES], widget=forms.RadioSelect
    )
    answer = forms.CharField(
        required=False,
        strip=False,
        help_text="Optional; leave it empty unless the task asks for an answer.",
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )
    key = forms.CharField(
        max_length=64, widget=forms.HiddenInput, initial=lambda: f"page-{uuid4().hex}"
    )
    """Pressing the button twice finishes once, and is answered alike."""

    def clean_answer(self) -> str:
        # Browsers send CRLF for each line typed; an agent says the same with LF.
        answer: str = self.cleaned_data["answer"]
        return answer.replace("\r\n", "\n")


class PauseForm(forms.Form):
    """A pause."""

    reason = forms.CharField(
        label="Reason for a pause",
        max_length=1_000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class AttemptFilter(forms.Form):
    """Which attempts are listed."""

    status = forms.ChoiceField(
        required=False,
        choices=[("", "All attempts"), *((status.value, status.label) for status in Status)],
    )
    whose = forms.ChoiceField(
        required=False, choices=[("", "Of everybody"), ("mine", "My own")], label="Whose"
    )
