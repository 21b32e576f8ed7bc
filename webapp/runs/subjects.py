"""Entrants as agents that act: made anew in whatever process a run is worked on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from django.conf import settings

from agents import AGENT_NAMES, make_agent
from agents.model import (
    DEFAULT_ADDRESSES,
    Addresses,
    AddressRefused,
    ErrorClass,
    KeyMissing,
    ModelSettings,
    ModelUnreachable,
    OpenAIModel,
)
from agents.react import (
    DIALECTS,
    Caps,
    Ending,
    EndingKind,
    Interrupted,
    ReactAgent,
    prompt_hashes,
)
from sandboxes import AttemptFinished, Stream
from webapp.attempts import errors
from webapp.attempts.hot import made_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EndedBy
from webapp.runs.asking import UntilStopped
from webapp.runs.models import Entrant, Run
from webapp.runs.prices import cost_of
from webapp.runs.replies import KeptReplies
from webapp.runs.watch import Watch

Act = Callable[[DoorEnvironment], EndingKind]

_BY_PLANS: dict[str, EndingKind] = {
    EndedBy.RESPONSE: EndingKind.RESPONSE,
    EndedBy.ROUNDS: EndingKind.ROUNDS,
}
"""What ends an attempt by the plans that were submitted, without a claim of its subject's."""


def allowed_addresses() -> Addresses:
    """Where models may be asked."""
    named: str | None = settings.MODEL_ADDRESSES
    return Addresses.from_text(DEFAULT_ADDRESSES if named is None else named)


@contextmanager
def subject_of(run: Run, attempt: Attempt, watch: Watch) -> Iterator[Act]:
    """The agent that makes a run.

    Args:
        run: The run, with its entrant and contestant.
        attempt: Its attempt.
        watch: Whether it is to go on.

    Raises:
        Outdated: the agent can't be made by the code of today.
        ModelUnreachable: its model's address is no longer allowed, or its key is gone.
    """
    if run.entrant.contestant.name in AGENT_NAMES and not run.entrant.address:
        yield _builtin(run, attempt, watch)
        return
    with _model_of(run.entrant, attempt, watch) as model:
        cost = cost_of(run.entrant.model)
        agent = ReactAgent(
            UntilStopped(model, watch.is_gone),
            DIALECTS[run.entrant.contestant.details["dialect"]],
            caps=_caps(run.entrant.caps),
            cost=cost,
            log=KeptReplies(attempt.pk, cost),
            stop=watch.is_over,
        )

        def act(session: DoorEnvironment) -> EndingKind:
            ending: Ending = agent.act(session)
            return ending.kind

        yield act


def _builtin(run: Run, attempt: Attempt, watch: Watch) -> Act:
    instance = made_instance(attempt.instance)
    if instance is None:
        raise errors.Outdated(f"{attempt.instance} is no task of this version.")
    subject = make_agent(run.entrant.contestant.name, instance, attempt.repeat)

    def act(session: DoorEnvironment) -> EndingKind:
        if watch.is_over():
            raise Interrupted
        try:
            subject.act(session)
        except AttemptFinished:
            return EndingKind.BUDGET
        ended_by = Attempt.objects.values_list("ended_by", flat=True).get(pk=attempt.pk)
        return _BY_PLANS.get(ended_by, EndingKind.FINISHED)

    return act


def _model_of(entrant: Entrant, attempt: Attempt, watch: Watch) -> OpenAIModel:
    """The model of an entrant, ready to be asked."""
    details = entrant.contestant.details
    if details["prompts"] != prompt_hashes(DIALECTS[details["dialect"]]):
        raise errors.Outdated(
            "The prompts were changed since: it would be another contestant. Make a new set."
        )
    spread = Stream("jitter", str(attempt.pk))
    try:
        chosen = ModelSettings(base_url=entrant.address, **details["model"], **entrant.asking)
        return OpenAIModel(chosen, allowed_addresses(), sleep=watch.sleep, jitter=spread.unit)
    except KeyMissing as missing:
        raise ModelUnreachable(ErrorClass.CREDENTIALS, str(missing)) from missing
    except AddressRefused as refused:
        raise ModelUnreachable(ErrorClass.REFUSED, str(refused)) from refused


def _caps(chosen: dict[str, Any]) -> Caps:
    money = chosen.get("money")
    return Caps(**{**chosen, "money": None if money is None else Decimal(str(money))})
