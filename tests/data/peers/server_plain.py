"""A server by hand: no SDK, as one writes it in an hour with the specification open."""

import json
import sys
import time

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
NUMBER = {"type": "number"}
TOOLS = [
    {
        "name": "add",
        "description": "Adds two numbers.",
        "inputSchema": {"type": "object", "properties": {"a": NUMBER, "b": NUMBER}, "required": ["a", "b"]},
    },
    {
        "name": "slow",
        "description": "Takes its time.",
        "inputSchema": {"type": "object", "properties": {"ms": NUMBER}, "required": ["ms"]},
    },
]


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def call(params):
    arguments = params["arguments"]
    if params["name"] == "add":
        text = str(arguments["a"] + arguments["b"])
    elif params["name"] == "slow":
        time.sleep(arguments["ms"] / 1000)
        text = "done"
    else:
        raise Refused(-32602, f"Unknown tool: {params['name']}")
    return {"content": [{"type": "text", "text": text}]}


def handle(method, params):
    if method == "initialize":
        version = params["protocolVersion"]
        return {
            "protocolVersion": version if version in VERSIONS else VERSIONS[-1],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "by-hand", "version": "1"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params)
    raise Refused(-32601, f"Method not found: {method}")


def answer(request):
    try:
        return {"result": handle(request["method"], request.get("params", {}))}
    except Refused as refused:
        return {"error": {"code": refused.code, "message": str(refused)}}
    except Exception as error:
        return {"error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}


for line in sys.stdin:
    try:
        request = json.loads(line)
    except ValueError as error:
        print(f"not JSON: {error}", file=sys.stderr)
        continue
    if "id" in request:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
