"""A client on the official Python SDK, 1.x: talks to the server in its arguments and prints what it got as JSON."""

import asyncio
import json
import sys

from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client

CALLS = json.loads(sys.argv[1])
SERVER = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])


async def main():
    async with stdio_client(SERVER) as streams, ClientSession(*streams) as session:
        hello = await session.initialize()
        await session.send_ping()
        listed = await session.list_tools()
        calls = []
        for name, arguments in CALLS:
            try:
                result = await session.call_tool(name, arguments)
                calls.append({"isError": result.isError, "texts": [block.text for block in result.content]})
            except McpError as error:
                calls.append({"code": error.error.code, "message": error.error.message})
        quick = await asyncio.gather(
            session.call_tool("slow", {"ms": 300}), *(session.call_tool("echo", {"text": str(n)}) for n in range(50))
        )
        return {
            "version": hello.protocolVersion,
            "server": hello.serverInfo.name,
            "tools": [tool.name for tool in listed.tools],
            "calls": calls,
            "together": [result.content[0].text for result in quick],
        }


print(json.dumps(asyncio.run(main())))
