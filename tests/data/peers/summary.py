"""What both Python clients share: results in few words, the same as those of the other languages."""

import asyncio


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


async def until(condition):
    """Waits for what a notification brings, five seconds at most."""
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
