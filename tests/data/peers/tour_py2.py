"""A client on the official Python SDK, 2.x: asks the server for all that there is and prints what it got as JSON."""

import sys

sys.dont_write_bytecode = True

import asyncio
import json
import warnings

import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client import session as sdk
from summary import called, completed, prompted, read, until, wire

warnings.simplefilter("ignore")
PLAN = json.loads(sys.argv[1])
SERVER = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
CALLS = "demo://calls"
MODERN = PLAN["revision"] == "2026-07-28"
# The SDK shakes hands on its latest one only.
sdk.LATEST_HANDSHAKE_VERSION = PLAN["revision"]

asked, logs, updated = [], [], []


async def sample(context, params):
    message = params.messages[0]
    asked.append(f"sampling {message.role} {message.content.text} {params.max_tokens}")
    content = types.TextContent(type="text", text="Paris")
    return types.CreateMessageResult(role="assistant", content=content, model="peer", stop_reason="endTurn")


async def elicit(context, params):
    asked.append(f"elicitation {params.message} {','.join(wire(params)['requestedSchema']['properties'])}")
    return types.ElicitResult(action="accept", content={"name": "Ada"})


async def roots(context):
    asked.append("roots")
    return types.ListRootsResult(roots=[types.Root(uri="file:///project", name="project")])


async def log(params):
    logs.append([params.level, params.logger, params.data])


async def hear(message):
    if isinstance(message, types.ResourceUpdatedNotification):
        updated.append(str(message.params.uri))


async def outcome(request, short):
    try:
        return short(wire(await request))
    except MCPError as error:
        return {"code": error.code, "message": error.message}


async def subscribe(client):
    if MODERN:
        async with client.listen(resource_subscriptions=[CALLS]) as changes:
            await client.call_tool("echo", {"text": "x"})
            await anext(aiter(changes))
        await asyncio.sleep(0.2)  # The SDK says in the background that it listens no more.
    else:
        await client.subscribe_resource(CALLS)
        await client.call_tool("echo", {"text": "x"})
        await until(lambda: updated)
        await client.unsubscribe_resource(CALLS)
    await client.call_tool("echo", {"text": "x"})
    await client.list_tools(cache_mode="bypass")


async def tour(client):
    if not MODERN:
        await client.send_ping()
    summary = {
        "revision": client.protocol_version,
        "server": client.server_info.name,
        "tools": [tool.name for tool in (await client.list_tools()).tools],
        "resources": [str(resource.uri) for resource in (await client.list_resources()).resources],
        "templates": [each.uri_template for each in (await client.list_resource_templates()).resource_templates],
        "prompts": [prompt.name for prompt in (await client.list_prompts()).prompts],
        "calls": [await outcome(client.call_tool(*call), called) for call in PLAN["calls"]],
        "read": [await outcome(client.read_resource(uri), read) for uri in PLAN["read"]],
        "prompted": [await outcome(client.get_prompt(*prompt), prompted) for prompt in PLAN["prompted"]],
        "completed": [],
    }
    for reference, name, value in PLAN["completed"]:
        kind = types.PromptReference if reference["type"] == "ref/prompt" else types.ResourceTemplateReference
        request = client.complete(kind(**reference), {"name": name, "value": value})
        summary["completed"].append(await outcome(request, completed))

    progress = []

    async def tell(done, total, message):
        progress.append([int(done), int(total), message])

    await client.call_tool("slow", {"ms": 1000}, progress_callback=tell)
    summary["progress"] = progress

    slow = asyncio.create_task(client.call_tool("slow", {"ms": 60000}))
    await asyncio.sleep(0.1)
    slow.cancel()
    summary["after the cancellation"] = await outcome(client.call_tool("echo", {"text": "here"}), called)

    logs.clear()
    if not MODERN:
        await client.set_logging_level("info")
    await client.call_tool("fail", {"message": "gone"})
    await until(lambda: len(logs) >= 2)
    summary["logs"] = logs.copy()

    await subscribe(client)
    summary["updated"] = updated
    summary["asked"] = asked
    return summary


async def main():
    client = Client(
        SERVER,
        mode="auto" if MODERN else "legacy",
        sampling_callback=sample,
        elicitation_callback=elicit,
        list_roots_callback=roots,
        logging_callback=log,
        log_level="info",
        message_handler=hear,
    )
    async with client:
        return await tour(client)


print(json.dumps(asyncio.run(main())))
