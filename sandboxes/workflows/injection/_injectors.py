"""The fourteen injectors by type of error."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows.injection._flaw import Injector
from sandboxes.workflows.injection._parameters import (
    parameter_error,
    parameter_invalid,
    parameter_missing,
    type_error,
)
from sandboxes.workflows.injection._returns import null_error, timeout_error
from sandboxes.workflows.injection._structure import (
    dependence_error,
    dependence_null,
    parallelism_error,
    serial_error,
)
from sandboxes.workflows.injection._tools import (
    tool_name_error,
    tool_select_error,
    toolcall_missing,
    toolcall_redundancy,
)

INJECTORS: Mapping[ErrorType, Injector] = MappingProxyType(
    {
        ErrorType.DEPENDENCE_ERROR: dependence_error,
        ErrorType.DEPENDENCE_NULL: dependence_null,
        ErrorType.PARALLELISM_ERROR: parallelism_error,
        ErrorType.SERIAL_ERROR: serial_error,
        ErrorType.PARAMETER_ERROR: parameter_error,
        ErrorType.PARAMETER_INVALID: parameter_invalid,
        ErrorType.PARAMETER_MISSING: parameter_missing,
        ErrorType.TYPE_ERROR: type_error,
        ErrorType.NULL_ERROR: null_error,
        ErrorType.TIMEOUT_ERROR: timeout_error,
        ErrorType.TOOL_NAME_ERROR: tool_name_error,
        ErrorType.TOOL_SELECT_ERROR: tool_select_error,
        ErrorType.TOOLCALL_MISSING: toolcall_missing,
        ErrorType.TOOLCALL_REDUNDANCY: toolcall_redundancy,
    }
)
IN_RETURNS = frozenset({ErrorType.NULL_ERROR, ErrorType.TIMEOUT_ERROR})
"""Errors of what a wave returned; all others are in the plan that comes after it."""
MUST_FAIL = frozenset(
    {
        ErrorType.PARAMETER_ERROR,
        ErrorType.PARAMETER_INVALID,
        ErrorType.PARAMETER_MISSING,
        ErrorType.TYPE_ERROR,
        ErrorType.TOOL_NAME_ERROR,
    }
)
"""Errors whose node is refused when it runs."""
MAY_COMPLETE = frozenset({ErrorType.SERIAL_ERROR, ErrorType.TOOLCALL_REDUNDANCY})
"""Errors with which the unchanged plan may still reach the goal."""
