// A server for the probes of its manners on the official TypeScript SDK, 1.x or 2.x; the second in both eras.
// Arguments: the folder of the SDK.

import { createRequire } from 'node:module';

const [sdk] = process.argv.slice(2);
const require = createRequire(`${sdk}/package.json`);
const isFirst = require(`${sdk}/package.json`).name === '@modelcontextprotocol/sdk';
const load = (first, second) => require(isFirst ? `@modelcontextprotocol/sdk/${first}` : `@modelcontextprotocol/${second}`);
const { McpServer } = load('server/mcp.js', 'server');
const { StdioServerTransport, serveStdio } = load('server/stdio.js', 'server/stdio');
const z = require('zod');

const says = (text) => ({ content: [{ type: 'text', text }] });
const made = () => {
  const server = new McpServer({ name: 'probe', version: '1' });
  const tool = (name, description, shape, run) => {
    server.registerTool(name, { description, inputSchema: z.object(shape) }, async (words) => says(await run(words)));
  };
  tool('add', 'Adds two numbers.', { a: z.number().int(), b: z.number().int() }, ({ a, b }) => String(a + b));
  tool('echo', 'Says it again.', { text: z.string() }, ({ text }) => text);
  tool('fail', 'Fails.', { message: z.string().optional() }, ({ message }) => {
    throw new Error(message ?? 'gone');
  });
  tool('slow', 'Takes its time.', { ms: z.number().int() }, ({ ms }) => {
    return new Promise((done) => setTimeout(() => done('done'), ms));
  });
  return server;
};
if (isFirst) {
  await made().connect(new StdioServerTransport());
} else {
  serveStdio(made);
}
