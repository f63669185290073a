"""Compares the types of the answers with the OpenAPI document of gpulse."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any, get_type_hints, is_typeddict

import pytest

from gpulse import answers, report

DOCUMENT = Path(__file__).parents[3] / "frontend" / "openapi.json"
pytestmark = pytest.mark.skipif(not DOCUMENT.exists(), reason="only in a checkout")
SCHEMAS: dict[str, Any] = json.loads(DOCUMENT.read_text())["components"]["schemas"] if DOCUMENT.exists() else {}
TYPES = {name: found for module in (answers, report) for name, found in vars(module).items()
    if is_typeddict(found) and not name.startswith("_")}
SCHEMA_OF = {"Report": "SpanReport", "ReportGpu": "GpuSpanReport", "ReportProcess": "ProcessSpanReport"}
TYPE_OF = {schema: name for name, schema in SCHEMA_OF.items()}
BASIC = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


@pytest.mark.parametrize("name", TYPES)
def test_has_each_field_with_its_type(name: str) -> None:
    properties = properties_of(name)
    found = {field: text(hint) for field, hint in get_type_hints(TYPES[name]).items()}
    expected = {field: spelled(properties[field]) if field in properties else "no such field" for field in found}
    assert found == expected


def properties_of(name: str) -> dict[str, Any]:
    schema = SCHEMA_OF.get(name, name)
    properties: dict[str, Any] = SCHEMAS[schema]["properties"]
    return properties


def text(hint: Any) -> str:
    if is_typeddict(hint):
        return str(hint.__name__)
    arguments = getattr(hint, "__args__", ())
    if not arguments:
        return "None" if hint is type(None) else str(hint.__name__)
    inner = [text(argument) for argument in arguments]
    origin = getattr(hint, "__origin__", None)
    return f"{origin.__name__}[{', '.join(inner)}]" if inspect.isclass(origin) else " | ".join(sorted(inner))


def spelled(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return BASIC["string"] if SCHEMAS.get(name, {}).get("type") == "string" else TYPE_OF.get(name, name)
    if "anyOf" in schema or "oneOf" in schema:
        return " | ".join(sorted(spelled(option) for option in schema.get("anyOf") or schema["oneOf"]))
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(sorted(of_type(one, schema) for one in types))


def of_type(name: str, schema: dict[str, Any]) -> str:
    if name == "array":
        return f"list[{spelled(schema['items'])}]"
    if name == "object":
        return f"dict[str, {spelled(schema['additionalProperties'])}]"
    return BASIC[name]
