// The way to the real process that the program has: carries bytes between the page's module and the program that serves
// it, and understands none of them.

/** Opens the way for whoever has the token, and as often again as the reader wants. */
export const attach = (token, panel) => {
  const url = new URL("local/server", location.href);
  let socket;
  const connect = () => {
    const there = new URL(url);
    there.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const mine = (socket = new WebSocket(there, ["wirelab", `wirelab.token.${token}`]));
    let open = false;
    mine.binaryType = "arraybuffer";
    mine.addEventListener("open", () => (open = true));
    mine.addEventListener("message", ({ data }) => panel().heard(new Uint8Array(data)));
    mine.addEventListener("close", async ({ reason }) => {
      if (mine !== socket) return;
      if (open) return panel().shut(0, reason);
      // A browser keeps to itself why it could not open one; who asks without one is told.
      const headers = { authorization: `Bearer ${token}` };
      const said = await fetch(url, { headers, cache: "no-store" }).catch(() => undefined);
      panel().shut(said?.status ?? 0, (await said?.text().catch(() => ""))?.trim() ?? "");
    });
  };
  panel().attach((bytes) => {
    if (bytes === undefined) connect();
    else if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
  });
  connect();
};
