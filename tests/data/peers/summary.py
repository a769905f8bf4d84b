"""What both Python clients share: most of the tour, and results in few words, the same as in the other languages."""

import asyncio

CALLS = "demo://calls"


def wire(model):
    """A model of the SDK as it stands in a message."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def block(content):
    kind = content["type"]
    if kind == "text":
        return content["text"]
    if kind == "resource":
        return f"resource {of_contents(content['resource'])}"
    if kind == "resource_link":
        return f"resource_link {content['uri']}"
    return f"{kind} {content['mimeType']} {len(content['data'])}"


def of_contents(contents):
    body = contents["text"] if "text" in contents else f"blob {len(contents['blob'])}"
    return f"{contents['uri']} {contents['mimeType']} {body}"


def called(result):
    summary = {"isError": result.get("isError", False), "content": [block(content) for content in result["content"]]}
    if "structuredContent" in result:
        summary["structured"] = result["structuredContent"]
    return summary


def read(result):
    return [of_contents(contents) for contents in result["contents"]]


def prompted(result):
    return [f"{message['role']}: {block(message['content'])}" for message in result["messages"]]


def completed(result):
    completion = result["completion"]
    return [completion["values"], completion["total"], completion.get("hasMore", False)]


def names(result, of, name):
    return [entry[name] for entry in wire(result)[of]]


async def outcome(request, short, fault):
    """What a request gives, in short, or its error."""
    try:
        return short(wire(await request))
    except fault as error:
        return {"code": error.error.code, "message": error.error.message}


async def until(condition):
    """Waits for what a notification brings, five seconds at most."""
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)


class Peer:
    """A client's side: what it answers to the server's questions, and what it has peer."""

    def __init__(self, types):
        self.types = types
        self.asked, self.logs, self.updated = [], [], []

    async def sample(self, context, params):
        params = wire(params)
        message = params["messages"][0]
        self.asked.append(f"sampling {message['role']} {message['content']['text']} {params['maxTokens']}")
        content = {"type": "text", "text": "Paris"}
        answer = {"role": "assistant", "content": content, "model": "peer", "stopReason": "endTurn"}
        return self.types.CreateMessageResult(**answer)

    async def elicit(self, context, params):
        params = wire(params)
        self.asked.append(f"elicitation {params['message']} {','.join(params['requestedSchema']['properties'])}")
        return self.types.ElicitResult(action="accept", content={"name": "Ada"})

    async def roots(self, context):
        self.asked.append("roots")
        return self.types.ListRootsResult(roots=[self.types.Root(uri="file:///project", name="project")])

    async def log(self, params):
        self.logs.append([params.level, params.logger, params.data])

    async def hear(self, message):
        # The first generation wraps what it has heard once more.
        message = getattr(message, "root", message)
        if isinstance(message, self.types.ResourceUpdatedNotification):
            self.updated.append(str(message.params.uri))

    # What each generation does in its own way.

    async def cancel(self, client, slow):
        raise NotImplementedError

    async def set_level(self, client):
        await client.set_logging_level("info")

    async def subscribe(self, client):
        await client.subscribe_resource(CALLS)
        await client.call_tool("echo", {"text": "x"})
        await until(lambda: self.updated)
        await client.unsubscribe_resource(CALLS)
        await client.call_tool("echo", {"text": "x"})
        await client.send_ping()

    def callbacks(self):
        return {
            "sampling_callback": self.sample,
            "elicitation_callback": self.elicit,
            "list_roots_callback": self.roots,
            "logging_callback": self.log,
            "message_handler": self.hear,
        }


async def tour(client, plan, peer, fault):
    """Everything that a client of either generation does alike; `fault` is what its SDK raises."""

    async def ask(request, short):
        return await outcome(request, short, fault)

    summary = {
        "tools": names(await client.list_tools(), "tools", "name"),
        "resources": names(await client.list_resources(), "resources", "uri"),
        "templates": names(await client.list_resource_templates(), "resourceTemplates", "uriTemplate"),
        "prompts": names(await client.list_prompts(), "prompts", "name"),
        "calls": [await ask(client.call_tool(*call), called) for call in plan["calls"]],
        "read": [await ask(client.read_resource(uri), read) for uri in plan["read"]],
        "prompted": [await ask(client.get_prompt(*prompt), prompted) for prompt in plan["prompted"]],
        "completed": [],
    }
    for reference, name, value in plan["completed"]:
        kind = peer.types.PromptReference if reference["type"] == "ref/prompt" else peer.types.ResourceTemplateReference
        request = client.complete(kind(**reference), {"name": name, "value": value})
        summary["completed"].append(await ask(request, completed))

    progress = []

    async def tell(done, total, message):
        progress.append([int(done), int(total), message])

    await client.call_tool("slow", {"ms": 1000}, progress_callback=tell)
    summary["progress"] = progress

    slow = asyncio.create_task(client.call_tool("slow", {"ms": 60000}))
    await asyncio.sleep(0.1)
    await peer.cancel(client, slow)
    summary["after the cancellation"] = await ask(client.call_tool("echo", {"text": "here"}), called)

    peer.logs.clear()
    await peer.set_level(client)
    await client.call_tool("fail", {"message": "gone"})
    await until(lambda: len(peer.logs) >= 2)
    summary["logs"] = peer.logs.copy()

    await peer.subscribe(client)
    summary["updated"] = peer.updated
    summary["asked"] = peer.asked
    return summary
