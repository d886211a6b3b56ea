import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import { listen } from "@network-access/testkit/listen";

/** One received request. */
interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP or HTTPS server that receives events. It stores them and gives the responses that the test sets. */
export interface EventReceiver {
  readonly port: number;
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Answers a received event. The default response has the status 204. */
  answer: (event: ReceivedEvent, response: ServerResponse) => void;
  stop(): Promise<void>;
}

export async function startEventReceiver(tls?: {
  readonly key: string;
  readonly cert: string;
}): Promise<EventReceiver> {
  const received: ReceivedEvent[] = [];
  const listener: RequestListener = async (request, response) => {
    const event = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    received.push(event);
    receiver.answer(event, response);
  };
  const { port, stop } = await listen(tls ? createTlsServer(tls, listener) : createServer(listener));
  const receiver: EventReceiver = {
    port,
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    received,
    answer: (_, response) => response.writeHead(204).end(),
    stop,
  };
  return receiver;
}
