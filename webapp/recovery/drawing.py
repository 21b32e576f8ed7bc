"""Plans as drawings and as lists: what ran, and what differs from the plan before.

`draw` works everything out, words and figures, so that templates have nothing to reckon.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandboxes.workflows import RESPONSE, ROOT, Plan, natural
from webapp.pages.words import legible
from webapp.recovery.compared import MARK_WORDS, STATE_WORDS, PlanView, Row, kind_of
from webapp.recovery.layered import lay_out

MOST_DRAWN = 50
"""Nodes up to which a plan is drawn; above that there is the list alone."""

_CALL, _END, _LONGEST = (172, 46), {ROOT: (54, 30), RESPONSE: (84, 30)}, 20
_LETTER, _SIDE = 6.3, 6


@dataclass(frozen=True)
class DrawnNode:
    """A node, as it is drawn.

    Args:
        id: Its id, to be shown.
        label: The tool's name, shortened if it is long; the end's name.
        title: All of it in words.
        kind: call, root or response.
        state: ran, failed, waits, or nothing where it isn't told.
        state_word: The same in a word or two.
        mark: added, changed, removed or nothing.
        mark_word: The same in a word.
        x: Left of its box.
        y: Top of its box.
        width: Of its box.
        height: Of its box.
        middle_x: Middle of its box.
        middle_y: Middle of its box.
        text_x: Where its texts begin.
        end_x: Where the word for its state ends.
        first_y: Base line of the first line.
        second_y: Base line of the second line.
        badge_x: Left of the badge with its mark.
        badge_y: Top of the badge.
        badge_width: Width of the badge.
        badge_middle: Middle of the badge.
        badge_base: Base line of the badge's word.
    """

    id: str
    label: str
    title: str
    kind: str
    state: str
    state_word: str
    mark: str
    mark_word: str
    x: int
    y: int
    width: int
    height: int
    middle_x: int
    middle_y: int
    text_x: int
    end_x: int
    first_y: int
    second_y: int
    badge_x: int
    badge_y: int
    badge_width: int
    badge_middle: int
    badge_base: int


@dataclass(frozen=True)
class DrawnEdge:
    """An edge, as it is drawn.

    Args:
        source: Id of what is needed.
        target: Id of what needs it.
        mark: added, removed or nothing.
        path: Its line, as SVG path data.
        head: Its head, as SVG path data.
        title: All of it in words.
    """

    source: str
    target: str
    mark: str
    path: str
    head: str
    title: str


@dataclass(frozen=True)
class Drawing:
    """A plan, drawn and listed.

    Args:
        sentence: The plan in a sentence or two, for whoever doesn't see it.
        width: Width of the drawing in pixels.
        height: Its height.
        nodes: The nodes; none if there are too many to be drawn.
        edges: The edges, those that are gone first.
        rows: All nodes, wave by wave, those that are gone last.
        compared: Whether there was a plan before.
        told: Whether it is told what ran.
        drawn: Whether it could be drawn.
        key: Marks that occur, each with its word, to explain them.
    """

    sentence: str
    width: int
    height: int
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    rows: tuple[Row, ...]
    compared: bool
    told: bool
    drawn: bool
    key: tuple[tuple[str, str], ...]


def draw(plan: Plan, before: Plan | None = None, ran: Mapping[str, str] | None = None) -> Drawing:
    """Draw a plan, and list it.

    A plan that isn't sound is drawn as far as it goes: edges from nowhere are left out, and of a
    circle the edge that closes it decides no place.

    Args:
        plan: The plan.
        before: The one that it is compared with.
        ran: What came of the calls that ran: status of the outcome by node; None: it isn't told.
    """
    view = PlanView(plan, before, ran)
    rows = tuple(view.row(name) for name in view.order)
    drawn = len(view.order) <= MOST_DRAWN
    width, height, nodes, edges = _picture(view) if drawn else (0, 0, (), ())
    marks = {row.mark for row in rows} | set(view.edge_marks.values())
    return Drawing(
        sentence=view.sentence(),
        width=width,
        height=height,
        nodes=nodes,
        edges=edges,
        rows=rows,
        compared=before is not None,
        told=ran is not None,
        drawn=drawn,
        key=tuple((mark, word) for mark, word in MARK_WORDS.items() if mark and mark in marks),
    )


def _picture(view: PlanView) -> tuple[int, int, tuple[DrawnNode, ...], tuple[DrawnEdge, ...]]:
    key = {name: str(place) for place, name in enumerate(view.order)}
    in_order = sorted(view.order, key=lambda name: (view.layer[name], natural(name)))
    laid = lay_out(
        [key[name] for name in in_order],
        {key[name]: view.layer[name] for name in in_order},
        {key[name]: _END.get(name, _CALL) for name in in_order},
        [(key[source], key[target]) for source, target in view.edge_marks],
    )
    nodes = tuple(_drawn_node(view, name, laid.boxes[key[name]]) for name in view.order)
    tops = {name: laid.boxes[key[name]] for name in view.order}
    edges = tuple(
        _drawn_edge(edge, mark, laid.paths[key[edge[0]], key[edge[1]]], tops[edge[1]])
        for edge, mark in view.edge_marks.items()
    )
    return laid.width, laid.height, nodes, edges


def _drawn_node(view: PlanView, name: str, corner: tuple[int, int]) -> DrawnNode:
    node, state, mark, kind = view.node(name), view.state(name), view.mark(name), kind_of(name)
    (x, y), (width, height) = corner, _END.get(name, _CALL)
    tool, word = legible(node.tool or ""), MARK_WORDS[mark]
    badge = round(len(word) * _LETTER) + 2 * _SIDE
    badge_x = x + width - badge - _SIDE
    said = [f"{name}: {node.tool}" if node.tool else name, STATE_WORDS[state], word]
    whole = [*filter(None, said), *view.differences(name)]
    return DrawnNode(
        id=_shortened(legible(name), _LONGEST // 2),
        label=_shortened(tool, _LONGEST) if kind == "call" else name,
        title=legible("; ".join(whole)),
        kind=kind,
        state=state,
        state_word=STATE_WORDS[state],
        mark=mark,
        mark_word=word,
        x=x,
        y=y,
        width=width,
        height=height,
        middle_x=x + width // 2,
        middle_y=y + height // 2,
        text_x=x + 12,
        end_x=x + width - 12,
        first_y=y + 18,
        second_y=y + 36,
        badge_x=badge_x,
        badge_y=y - 11,
        badge_width=badge,
        badge_middle=badge_x + badge // 2,
        badge_base=y + 1,
    )


def _drawn_edge(edge: tuple[str, str], mark: str, path: str, corner: tuple[int, int]) -> DrawnEdge:
    source, target = map(legible, edge)
    x, y = corner[0], corner[1] + _END.get(edge[1], _CALL)[1] // 2
    word = f", {MARK_WORDS[mark]}" if mark else ""
    return DrawnEdge(
        source=source,
        target=target,
        mark=mark,
        path=path,
        head=f"M{x} {y}l-7 -4v8z",
        title=f"{target} waits for {source}{word}",
    )


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
