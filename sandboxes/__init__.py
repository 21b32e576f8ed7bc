"""Seeded worlds and their tools. Plain Python: knows neither Django nor agents.

Tasks over these worlds are in `sandboxes.tasks`.
"""

from sandboxes._catalogue import CatalogueError, Server, catalogue, catalogue_hash, servers, tools
from sandboxes._declaration import declaration, evidence
from sandboxes._dependencies import Dependency, dependencies
from sandboxes._environment import (
    AttemptFinished,
    Brief,
    Environment,
    RecordedCall,
    ReplayMismatch,
)
from sandboxes._faults import PROFILES, FaultProfile
from sandboxes._outcome import CallClass, Outcome, canonical_json, sorted_json
from sandboxes._parallel import parallel_map
from sandboxes._streams import Stream
from sandboxes._tool import Tool
from sandboxes._version import world_version
from sandboxes._world import World

__all__ = [
    "PROFILES",
    "AttemptFinished",
    "Brief",
    "CallClass",
    "CatalogueError",
    "Dependency",
    "Environment",
    "FaultProfile",
    "Outcome",
    "RecordedCall",
    "ReplayMismatch",
    "Server",
    "Stream",
    "Tool",
    "World",
    "canonical_json",
    "catalogue",
    "catalogue_hash",
    "declaration",
    "dependencies",
    "evidence",
    "parallel_map",
    "servers",
    "sorted_json",
    "tools",
    "world_version",
]
