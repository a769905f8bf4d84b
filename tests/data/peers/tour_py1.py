"""A client on the official Python SDK, 1.x: asks the server for all that there is and prints what it got as JSON."""

import sys

sys.dont_write_bytecode = True

import asyncio
import json
import warnings

from mcp import ClientSession, McpError, StdioServerParameters, types
from mcp.client import session as sdk
from mcp.client.stdio import stdio_client
from summary import called, completed, prompted, read, until, wire

warnings.simplefilter("ignore")
PLAN = json.loads(sys.argv[1])
SERVER = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
CALLS = "demo://calls"
# The SDK asks for its latest one only.
sdk.types.LATEST_PROTOCOL_VERSION = PLAN["revision"]

asked, logs, updated = [], [], []


async def sample(context, params):
    message = params.messages[0]
    asked.append(f"sampling {message.role} {message.content.text} {params.maxTokens}")
    content = types.TextContent(type="text", text="Paris")
    return types.CreateMessageResult(role="assistant", content=content, model="peer", stopReason="endTurn")


async def elicit(context, params):
    asked.append(f"elicitation {params.message} {','.join(params.requestedSchema['properties'])}")
    return types.ElicitResult(action="accept", content={"name": "Ada"})


async def roots(context):
    asked.append("roots")
    return types.ListRootsResult(roots=[types.Root(uri="file:///project", name="project")])


async def log(params):
    logs.append([params.level, params.logger, params.data])


async def hear(message):
    if isinstance(message, types.ServerNotification) and isinstance(message.root, types.ResourceUpdatedNotification):
        updated.append(str(message.root.params.uri))


async def outcome(request, short):
    try:
        return short(wire(await request))
    except McpError as error:
        return {"code": error.error.code, "message": error.error.message}


async def tour(session):
    hello = await session.initialize()
    await session.send_ping()
    summary = {
        "revision": hello.protocolVersion,
        "server": hello.serverInfo.name,
        "tools": [tool.name for tool in (await session.list_tools()).tools],
        "resources": [str(resource.uri) for resource in (await session.list_resources()).resources],
        "templates": [each.uriTemplate for each in (await session.list_resource_templates()).resourceTemplates],
        "prompts": [prompt.name for prompt in (await session.list_prompts()).prompts],
        "calls": [await outcome(session.call_tool(*call), called) for call in PLAN["calls"]],
        "read": [await outcome(session.read_resource(uri), read) for uri in PLAN["read"]],
        "prompted": [await outcome(session.get_prompt(*prompt), prompted) for prompt in PLAN["prompted"]],
        "completed": [],
    }
    for reference, name, value in PLAN["completed"]:
        kind = types.PromptReference if reference["type"] == "ref/prompt" else types.ResourceTemplateReference
        request = session.complete(kind(**reference), {"name": name, "value": value})
        summary["completed"].append(await outcome(request, completed))

    progress = []

    async def tell(done, total, message):
        progress.append([int(done), int(total), message])

    await session.call_tool("slow", {"ms": 1000}, progress_callback=tell)
    summary["progress"] = progress

    # The SDK has no call that cancels: what it has is the notification.
    slow = asyncio.create_task(session.call_tool("slow", {"ms": 60000}))
    await asyncio.sleep(0.1)
    params = types.CancelledNotificationParams(requestId=session._request_id - 1)
    await session.send_notification(types.ClientNotification(types.CancelledNotification(params=params)))
    slow.cancel()
    summary["after the cancellation"] = await outcome(session.call_tool("echo", {"text": "here"}), called)

    await session.set_logging_level("info")
    await session.call_tool("fail", {"message": "gone"})
    await until(lambda: len(logs) >= 2)
    summary["logs"] = logs.copy()

    await session.subscribe_resource(CALLS)
    await session.call_tool("echo", {"text": "x"})
    await until(lambda: updated)
    await session.unsubscribe_resource(CALLS)
    await session.call_tool("echo", {"text": "x"})
    await session.send_ping()
    summary["updated"] = updated
    summary["asked"] = asked

    if hello.protocolVersion == "2025-11-25":
        tasks = session.experimental
        made = await tasks.call_tool_as_task("slow", {"ms": 300})
        result = await tasks.get_task_result(made.task.taskId, types.CallToolResult)
        got = await tasks.get_task(made.task.taskId)
        other = await tasks.call_tool_as_task("slow", {"ms": 60000})
        cancelled = await tasks.cancel_task(other.task.taskId)
        listed = await tasks.list_tasks()
        summary["tasks"] = {
            "made": made.task.status,
            "result": called(wire(result)),
            "got": got.status,
            "cancelled": cancelled.status,
            "listed": [task.status for task in listed.tasks],
        }
    return summary


async def main():
    callbacks = {
        "sampling_callback": sample,
        "elicitation_callback": elicit,
        "list_roots_callback": roots,
        "logging_callback": log,
        "message_handler": hear,
    }
    async with stdio_client(SERVER) as streams, ClientSession(*streams, **callbacks) as session:
        return await tour(session)


print(json.dumps(asyncio.run(main())))
