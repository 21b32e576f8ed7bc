"""What workflow templates share: finding people, writing to them, texts as they are sent."""

from __future__ import annotations

from sandboxes.apps.light_talk.records import Contact
from sandboxes.workflows._references import resolve
from sandboxes.workflows._template import Planner, Step


def find_person(plan: Planner, name: str) -> Step:
    """Add the call that finds a contact by the full name."""
    return plan.call("get_uid_from_name", f"Find the contact {name}", name=name)


def uid_of(plan: Planner, contact: Contact) -> str:
    """Add the call that finds a contact; the reference to the UID."""
    return find_person(plan, contact.name)["uid"]


def tell(plan: Planner, name: str, uid: Step | str, text: str) -> None:
    """Add the call that writes to a contact.

    Args:
        plan: The plan.
        name: Whose message it is, for the description.
        uid: The call that has found the contact, or a reference to the UID.
        text: What to write, perhaps with references.
    """
    found = uid if isinstance(uid, str) else uid["uid"]
    plan.call("send_message", f"Write to {name}", uid=found, content=text)


def filled(text: str, *steps: Step) -> str:
    """A text as it is sent, its references replaced by what the steps answered."""
    return str(resolve(text, {step.id: step.output for step in steps}))
