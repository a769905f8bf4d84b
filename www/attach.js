// The way to the real process that the program has: carries bytes between the page's module and the program that serves
// it, and understands none of them.

/** Opens the way for whoever has the token, and as often again as the reader wants. */
export const attach = (token, panel) => {
  const url = new URL("local/server", location.href);
  let socket;
  const connect = () => {
    // One page at a time: not even the same one twice.
    socket?.close();
    const there = new URL(url);
    there.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const mine = (socket = new WebSocket(there, ["wirelab", `wirelab.token.${token}`]));
    let open = false;
    mine.binaryType = "arraybuffer";
    mine.addEventListener("open", () => (open = true));
    mine.addEventListener("message", ({ data }) => panel().heard(new Uint8Array(data)));
    mine.addEventListener("close", async ({ code }) => {
      if (mine !== socket) return;
      // 1002 to 1011 are said by the program, all others are a connection that is no more.
      if (open) return panel().shut(code === 1006 || code < 1002 || code > 1011 ? 0 : code);
      // A browser keeps to itself why it could not open one; who asks without one is told.
      const headers = { authorization: `Bearer ${token}` };
      const said = await fetch(url, { headers, cache: "no-store" }).catch(() => undefined);
      panel().shut(said?.status ?? 0);
    });
  };
  panel().attach((bytes) => {
    if (bytes === undefined) connect();
    else if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
  });
  connect();
};
