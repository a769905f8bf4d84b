"""A client on the official Python SDK, 2.x: asks the server for all that there is and prints what it got as JSON."""

import sys

sys.dont_write_bytecode = True

import asyncio
import json
import warnings

import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client import session as sdk
from summary import CALLS, Peer, tour

warnings.simplefilter("ignore")
PLAN = json.loads(sys.argv[1])
# A command, or where the server is.
if sys.argv[2].startswith("http:"):
    SERVER = sys.argv[2]
else:
    SERVER = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])
MODERN = PLAN["revision"] == "2026-07-28"
# The SDK shakes hands on its latest one only.
sdk.LATEST_HANDSHAKE_VERSION = PLAN["revision"]


class Second(Peer):
    async def cancel(self, client, slow):
        slow.cancel()

    async def set_level(self, client):
        # In 2026-07-28 each request says for itself what it wants to hear; `log_level` below has them say it.
        if not MODERN:
            await super().set_level(client)

    async def subscribe(self, client):
        if not MODERN:
            return await super().subscribe(client)
        async with client.listen(resource_subscriptions=[CALLS]) as changes:
            await client.call_tool("echo", {"text": "x"})
            await anext(aiter(changes))
        await asyncio.sleep(0.2)  # The SDK says in the background that it listens no more.
        await client.call_tool("echo", {"text": "x"})
        await client.list_tools(cache_mode="bypass")


async def main():
    peer = Second(types)
    mode = "auto" if MODERN else "legacy"
    async with Client(SERVER, mode=mode, log_level="info", **peer.callbacks()) as client:
        if not MODERN:
            await client.send_ping()
        summary = {"revision": client.protocol_version, "server": client.server_info.name}
        return summary | await tour(client, PLAN, peer, MCPError)


print(json.dumps(asyncio.run(main())))
