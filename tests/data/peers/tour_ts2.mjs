// A client on the official TypeScript SDK, 2.x: asks the server for all that there is and prints what it got as JSON.
// Arguments: the folder of the SDK, the plan, the command of the server or where it is.

import { createRequire } from 'node:module';
import { sleep, tour, until } from './summary.mjs';

const [sdk, planned, command, ...args] = process.argv.slice(2);
const require = createRequire(`${sdk}/package.json`);
const { Client, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');

const plan = JSON.parse(planned);
const modern = plan.revision === '2026-07-28';
const calls = 'demo://calls';
const asked = [];
const logs = [];
const updated = [];

const client = new Client(
  { name: 'tour', version: '1' },
  {
    capabilities: { sampling: {}, elicitation: {}, roots: {} },
    supportedProtocolVersions: [plan.revision],
    versionNegotiation: { mode: modern ? 'auto' : 'legacy' },
  },
);
client.setRequestHandler('sampling/createMessage', ({ params }) => {
  const [message] = params.messages;
  asked.push(`sampling ${message.role} ${message.content.text} ${params.maxTokens}`);
  return { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'peer', stopReason: 'endTurn' };
});
client.setRequestHandler('elicitation/create', ({ params }) => {
  asked.push(`elicitation ${params.message} ${Object.keys(params.requestedSchema.properties)}`);
  return { action: 'accept', content: { name: 'Ada' } };
});
client.setRequestHandler('roots/list', () => {
  asked.push('roots');
  return { roots: [{ uri: 'file:///project', name: 'project' }] };
});
client.setNotificationHandler('notifications/message', ({ params }) => {
  logs.push([params.level, params.logger, params.data]);
});
client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
  updated.push(params.uri);
});

const overHttp = command.startsWith('http:');
const transport = overHttp
  ? new StreamableHTTPClientTransport(new URL(command))
  : new StdioClientTransport({ command, args });
await client.connect(transport);
// Its probe goes to a process of its own, which nobody else sees; the same question once more, here.
if (modern) await client.discover();
else await client.ping();

let meta;
const callTool = (name, args, options) => client.callTool({ name, arguments: args, _meta: meta }, options);
const summary = await tour(client, plan, {
  logs,
  callTool,
  async setLevel() {
    // In 2026-07-28 each request says for itself what it wants to hear.
    if (modern) meta = { 'io.modelcontextprotocol/logLevel': 'info' };
    else await client.setLoggingLevel('info');
  },
  async subscribe() {
    const subscription = modern
      ? await client.listen({ resourceSubscriptions: [calls] })
      : await client.subscribeResource({ uri: calls });
    await callTool('echo', { text: 'x' });
    await until(() => updated.length > 0);
    if (modern) await subscription.close();
    else await client.unsubscribeResource({ uri: calls });
    await callTool('echo', { text: 'x' });
    await sleep(50);
    return updated;
  },
});

const told = {
  revision: client.getNegotiatedProtocolVersion(),
  server: client.getServerVersion().name,
  ...summary,
  asked,
};
console.log(JSON.stringify(told));
if (overHttp && !modern) await transport.terminateSession();
await client.close();
