"""A client on the official Python SDK, 1.x: asks the server for all that there is and prints what it got as JSON."""

import sys

sys.dont_write_bytecode = True

import asyncio
import json
import warnings

from mcp import ClientSession, McpError, StdioServerParameters, types
from mcp.client import session as sdk
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
from summary import Peer, called, tour, wire

warnings.simplefilter("ignore")
PLAN = json.loads(sys.argv[1])
# A command, or where the server is.
if sys.argv[2].startswith("http:"):
    STREAMS = streamablehttp_client(sys.argv[2])
else:
    STREAMS = stdio_client(StdioServerParameters(command=sys.argv[2], args=sys.argv[3:]))
# The SDK asks for its latest one only.
sdk.types.LATEST_PROTOCOL_VERSION = PLAN["revision"]


class First(Peer):
    async def cancel(self, client, slow):
        # The SDK has no call that cancels: what it has is the notification.
        params = types.CancelledNotificationParams(requestId=client._request_id - 1)
        await client.send_notification(types.ClientNotification(types.CancelledNotification(params=params)))
        slow.cancel()


async def become_tasks(tasks):
    made = await tasks.call_tool_as_task("slow", {"ms": 300})
    result = await tasks.get_task_result(made.task.taskId, types.CallToolResult)
    got = await tasks.get_task(made.task.taskId)
    other = await tasks.call_tool_as_task("slow", {"ms": 60000})
    cancelled = await tasks.cancel_task(other.task.taskId)
    listed = await tasks.list_tasks()
    return {
        "made": made.task.status,
        "result": called(wire(result)),
        "got": got.status,
        "cancelled": cancelled.status,
        "listed": [task.status for task in listed.tasks],
    }


async def main():
    peer = First(types)
    async with STREAMS as (read, write, *_), ClientSession(read, write, **peer.callbacks()) as session:
        hello = await session.initialize()
        await session.send_ping()
        summary = {"revision": hello.protocolVersion, "server": hello.serverInfo.name}
        summary |= await tour(session, PLAN, peer, McpError)
        if hello.protocolVersion == "2025-11-25":
            summary["tasks"] = await become_tasks(session.experimental)
        return summary


print(json.dumps(asyncio.run(main())))
