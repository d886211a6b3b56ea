import { once } from "node:events";
import { connect } from "node:net";

/**
 * Sends the head of a request and the first bytes of its body, but never the rest. Resolves when the server has
 * received the head. `answer` resolves when the connection ends: to the response, or to "cut" if no response arrived.
 */
export async function halfSent(url: string, token: string): Promise<{ readonly answer: Promise<string> }> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname).setTimeout(60_000, () => socket.destroy());
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    "host: here",
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    "content-length: 100",
    "expect: 100-continue",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const [taken] = await once(socket, "data");
  if (!String(taken).startsWith("HTTP/1.1 100 ")) throw new Error(`the server answers ${String(taken)}`);
  socket.write('{"query": ');
  let received = "";
  socket.on("data", (chunk) => {
    received += String(chunk);
  });
  socket.on("error", () => undefined);
  return { answer: once(socket, "close").then(() => received || "cut") };
}
