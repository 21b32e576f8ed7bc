"""Worked examples for models: plans of today's workflows that went wrong, and how they are mended.

They are made at seeds that belong to no suite, so that nobody is shown what is attempted. What is
thought about them is written by hand; everything else comes from the code, and is run.
"""

from __future__ import annotations

from dataclasses import dataclass

from agents._session import with_observation
from agents.react._plans import written
from sandboxes import canonical_json
from sandboxes.workflows import (
    SUBMIT_PLAN,
    ErrorType,
    RecoveryEnvironment,
    RecoveryInstance,
    recovery_instance,
)

FILE = "plan_demonstrations"
"""Name of the prompt that holds them."""
_LEVEL = 1
_HEAD = (
    "Three examples. Of each there are the task, the first reply and the answer to it. The replies "
    "that follow are left out: nothing else is wrong, so they hold the same plan with its statuses "
    "kept up, until its response is reached. Of the tools only those are shown that matter."
)


@dataclass(frozen=True)
class Demonstration:
    """An instance, and what is thought about it.

    Args:
        workflow: Name of the workflow.
        seed: The instance seed, far from those of the suite.
        error: What is wrong with it; another error would need another thought.
        thought: How that is found out.
        tools: Those that matter.
    """

    workflow: str
    seed: int
    error: ErrorType
    thought: str
    tools: tuple[str, ...]

    @property
    def name(self) -> str:
        """Task and seed, as instances are named."""
        return f"{self.workflow}-{_LEVEL}/{self.seed}"

    def instance(self) -> RecoveryInstance:
        """The plan that went wrong."""
        return recovery_instance(self.workflow, _LEVEL, self.seed)

    def text(self, number: int) -> str:
        """The example as it is shown.

        Args:
            number: Its running number.

        Raises:
            ValueError: something else is wrong with it by now than is thought.
        """
        instance = self.instance()
        if [label.type for label in instance.labels] != [self.error]:
            raise ValueError(f"{instance.id}: the thought is about {self.error}")
        environment = RecoveryEnvironment(instance)
        seen = environment.first_observation
        seen["tools"] = [tool for tool in seen["tools"] if tool["name"] in self.tools]
        plan = instance.repairs[0].as_json()
        answer = environment.call(SUBMIT_PLAN.name, {"thought": self.thought, "plan": plan})
        told = with_observation(instance.instruction, seen)
        return (
            f"Example {number}\n\n{told}\n\nReply:\n\n"
            f"{written(self.thought, canonical_json(plan))}\n\nAnswer:\n\n"
            f"<response>{answer.canonical()}</response>"
        )


DEMONSTRATIONS = (
    Demonstration(
        "counted_moment",
        1_000_001,
        ErrorType.PARAMETER_ERROR,
        "All calls of round 3 came back ok: 24 words, 119 characters, a text of 48 characters, "
        "and the moment has my like. They fit the query, so the results are not what is wrong, "
        "and I look at what is still to run. Node 8 takes uid, moid and content, and waits for "
        "1, 3, 4 and 5, whose results it uses. Node 9 waits for 2 and 6, rightly, but gives "
        "send_message a user_id. Its schema knows uid and content, requires both, and takes "
        "nothing else: the call would be refused, and since a node runs only once, the response "
        "would wait for it for ever. Node 9 has not run yet, so I rename the argument in place "
        "and keep its id. Nothing else changes: 8 and 9 run together now, and the response is "
        "reached in the round after.",
        ("send_message", "comment_moment"),
    ),
    Demonstration(
        "weed_out_favourites",
        1_000_002,
        ErrorType.TIMEOUT_ERROR,
        "Of round 2, nodes 4, 6 and 8 are ok, and what they did is what the query asks for. Node "
        "5, star_shop, came back with internal_error: it timed out, and nothing was changed. Its "
        "arguments are right: {{3/0/sid}} is the shop of the cheapest item, and the tool takes "
        "just a sid. So the plan was not wrong, the call only has to be made once more. But node "
        "5 counts as run and is never run again, and the response would wait for it in vain. I "
        "add 5_retry1 with the same tool, arguments and dependency on 3, which has succeeded, "
        "and let the response depend on it instead of 5. Node 5 stays in the plan, as it did "
        "run. Node 7 needs 1 and 6 only, so it is not held up: both run in this round.",
        ("star_shop",),
    ),
    Demonstration(
        "domains_to_renew",
        1_000_001,
        ErrorType.PARALLELISM_ERROR,
        "Round 1 is all ok: the date, both contacts, and both domains with their dates of expiry. "
        "Now I compare what each waiting node uses with what it waits for. Node 6 uses 4 and "
        "waits for 4. Node 7 uses 1 and 5 and waits for both. Node 9 uses 2, 4 and 6 and waits "
        "for all three. Node 8 uses 3 and, in the remark, {{7}}; but it waits for 3 alone. So it "
        "would run in the same round as 7, when there is no result of 7 yet, fail, and be spent. "
        "I add 7 to the dependencies of 8 and change nothing else: 6 and 7 run now, 8 and 9 in "
        "the next round, which is no round more than node 9 needs anyway, and then the response "
        "is reached.",
        ("edit_remark",),
    ),
)
"""What is shown, in this order."""


def demonstrations() -> str:
    """All examples, as the prompt holds them.

    Raises:
        ValueError: a thought no longer fits its instance.
    """
    texts = [one.text(number) for number, one in enumerate(DEMONSTRATIONS, start=1)]
    return "\n\n".join((_HEAD, *texts)) + "\n"
