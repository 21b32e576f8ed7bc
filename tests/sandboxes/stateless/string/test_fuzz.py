"""Whatever valid arguments come, String answers, and the same again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import Tool, World
from tests.sandboxes.stateless.fuzz import arguments_for, assert_it_holds, each_tool_of


@each_tool_of("String")
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_call_with_valid_arguments_is_answered(
    tool: Tool, untouched: World, data: st.DataObject
) -> None:
    assert_it_holds(untouched, tool, data.draw(arguments_for(tool.input_schema)))
