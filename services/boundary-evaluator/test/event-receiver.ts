import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

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
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() };
    received.push(event);
    receiver.answer(event, response);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the receiver has no address");
  const receiver: EventReceiver = {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer: (_, response) => response.writeHead(204).end(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
