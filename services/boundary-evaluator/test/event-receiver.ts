import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@network-access/testkit/listen";

/** One request as it came in. */
interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver over real HTTP that keeps what it gets and answers as a test says. */
export interface EventReceiver {
  readonly port: number;
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** 204 unless a test says otherwise. */
  answer: (event: ReceivedEvent, response: ServerResponse) => void;
  stop(): Promise<void>;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const received: ReceivedEvent[] = [];
  const server = createServer(async (request, response) => {
    const event = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    received.push(event);
    receiver.answer(event, response);
  });
  const { port, url, stop } = await listen(server);
  const receiver: EventReceiver = {
    port,
    url: `${url}/hook`,
    received,
    answer: (_, response) => response.writeHead(204).end(),
    stop,
  };
  return receiver;
}
