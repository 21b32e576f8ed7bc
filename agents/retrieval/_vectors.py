"""The tools' vectors, computed ahead and kept in a file, so that only a query is embedded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agents.retrieval._retriever import RetrieverUnavailable
from sandboxes import catalogue_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = Path(__file__).with_name("tools.npz")
REMAKE = "make it anew: python -m agents.retrieval"


@dataclass(frozen=True)
class Vectors:
    """Vectors of all tools.

    Args:
        model: What made them.
        catalogue: Hash of the catalogue they are of.
        values: One row of length 1 for each tool, in catalogue order; float16.
    """

    model: str
    catalogue: str
    values: NDArray[np.float16]

    def write(self, file: Path = FILE) -> None:
        """Keep them in a file."""
        import numpy as np

        np.savez(file, model=self.model, catalogue=self.catalogue, values=self.values)


def read_vectors(model: str, file: Path = FILE) -> Vectors:
    """The vectors that a file keeps.

    Args:
        model: What queries will be embedded by.
        file: The file.

    Raises:
        RetrieverUnavailable: the file is missing, or of another catalogue or model.
    """
    import numpy as np

    if not file.exists():
        raise RetrieverUnavailable(f"{file.name}, the tools' vectors, is missing; {REMAKE}")
    with np.load(file, allow_pickle=False) as kept:
        found = Vectors(str(kept["model"]), str(kept["catalogue"]), kept["values"])
    if (found.catalogue, found.model) != (catalogue_hash(), model):
        raise RetrieverUnavailable(
            f"{file.name} holds vectors of catalogue {found.catalogue} by {found.model}, not of "
            f"{catalogue_hash()} by {model}; {REMAKE}"
        )
    return found
