"""Conditions: everything that has to be equal before two attempts may be compared."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sandboxes import PROFILES, sorted_json

DAY = 24 * 3600


class Conditions(BaseModel):
    """The contract of an attempt, the same for people and agents; frozen and hashed.

    Args:
        suite: Name of the suite.
        suite_version: Its version.
        instances: Which of its instances: the public ones, or those of a drawing ("private 2").
        catalogue_hash: Hash of the tools' names, descriptions and schemas.
        call_budget: Calls that may be made; None: max(100, 4 x gold calls), by instance.
        seconds: Time from the start, pauses apart; None: no limit.
        profile: Fault profile.
        access: Which tools are listed: all; the needed ones and some distractors; palette: all
            of them, found by searching, as in the console; retrieval: those that a retriever finds.
        distractors: How many tools that are not needed are listed besides (access "needed").
        retriever: What finds them, with its version (access "retrieval").
        top_k: How many tools that fit the instruction best are listed (access "retrieval"); 0:
            none, and the subject looks for them itself.
        hints: What is told besides the instruction.
        view: In which form answers are read: as JSON, or set as text and tables.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    suite: str
    suite_version: str
    instances: str = "public"
    catalogue_hash: str
    call_budget: int | None = Field(default=None, ge=1, le=10_000)
    seconds: int | None = Field(default=DAY, ge=1, le=30 * DAY)
    profile: str = "default"
    access: Literal["all", "needed", "palette", "retrieval"] = "all"
    distractors: int = Field(default=0, ge=0, le=10_000)
    retriever: str = ""
    top_k: int = Field(default=0, ge=0, le=10_000)
    hints: Literal["none"] = "none"
    view: Literal["json", "readable"] = "json"

    @model_validator(mode="after")
    def _consistent(self) -> Conditions:
        if self.profile not in PROFILES:
            raise ValueError(f"profile: there are {', '.join(PROFILES)}")
        if self.access != "needed" and self.distractors:
            raise ValueError('distractors: goes with the access "needed"')
        if (self.access == "retrieval") != bool(self.retriever):
            raise ValueError('retriever: goes with the access "retrieval", which needs one')
        if self.access != "retrieval" and self.top_k:
            raise ValueError('top_k: goes with the access "retrieval"')
        return self

    @property
    def retrieves(self) -> bool:
        """Whether the subject looks for tools itself."""
        return self.access == "retrieval" and not self.top_k

    @property
    def digest(self) -> str:
        """The hash by which conditions are the same or not."""
        return hashlib.sha256(sorted_json(self.model_dump()).encode()).hexdigest()[:32]
