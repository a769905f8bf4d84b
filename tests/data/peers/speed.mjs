// A server for the benchmark on the official TypeScript SDK, 1.x or 2.x. Lines may be long.
// Arguments: the folder of the SDK.

import { createRequire } from 'node:module';

const [sdk] = process.argv.slice(2);
const require = createRequire(`${sdk}/package.json`);
const isFirst = require(`${sdk}/package.json`).name === '@modelcontextprotocol/sdk';
const load = (first, second) => require(isFirst ? `@modelcontextprotocol/sdk/${first}` : `@modelcontextprotocol/${second}`);
const { McpServer } = load('server/mcp.js', 'server');
const { StdioServerTransport } = load('server/stdio.js', 'server/stdio');
const z = require('zod');

const server = new McpServer({ name: 'speed', version: '1' });
const says = (text) => ({ content: [{ type: 'text', text }] });
server.registerTool(
  'add',
  { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number().int(), b: z.number().int() }) },
  async ({ a, b }) => says(String(a + b)),
);
server.registerTool(
  'echo',
  { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
  async ({ text }) => says(text),
);
await server.connect(new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: 2 ** 28 }));
