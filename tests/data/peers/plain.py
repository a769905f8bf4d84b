"""A server without an SDK, as somebody writes it by hand: one loop over the lines of stdin."""

import json
import sys

REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

TOOLS = [
    {
        "name": "add",
        "description": "Adds two numbers.",
        "inputSchema": {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
        },
    }
]


def answer(method, params):
    if method == "initialize":
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in REVISIONS else REVISIONS[-1],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "plain", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        arguments = params["arguments"]
        return {"content": [{"type": "text", "text": str(arguments["a"] + arguments["b"])}]}
    return {} if method == "ping" else None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    try:
        result = answer(message["method"], message.get("params", {}))
        if result is None:
            reply["error"] = {"code": -32601, "message": "Method not found"}
        else:
            reply["result"] = result
    except Exception as error:
        reply["error"] = {"code": -32603, "message": str(error)}
    print(json.dumps(reply, ensure_ascii=False), flush=True)
