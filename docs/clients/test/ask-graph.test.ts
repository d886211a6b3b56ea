import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, jest, test } from "@jest/globals";
import { askGraph } from "../typescript/ask-graph.ts";
import { PageDocument } from "../typescript/operations.generated.ts";

const page = { changeRequests: { items: [], pageInfo: { nextPageKey: null } } };
/** The response of a busy service. */
const busy = JSON.stringify({
  errors: [
    {
      message: "too many requests are being answered at once; try again in a second",
      extensions: { code: "RATE_LIMITED", requestId: "5f9d3b0e" },
    },
  ],
});

const stops: (() => void)[] = [];
const printed = jest.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  printed.mockClear();
});

/**
 * Starts a server that sends the given responses in order, one for each request. After that, every request gets the
 * last response.
 */
async function serviceThat(...answers: readonly ((response: ServerResponse) => void)[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    answers[Math.min(asked++, answers.length - 1)]?.(response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { service: { graphUrl: url, eventsUrl: url, token: "t" }, asked: () => asked };
}

const refuse = (status: number, headers: Record<string, string>) => (response: ServerResponse) =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(busy);
const answers = (response: ServerResponse) => void response.end(JSON.stringify({ data: page }));
const list = (service: Parameters<typeof askGraph>[0]) => askGraph(service, PageDocument, { limit: 1 });

test.each([429, 503])(
  "a service that answers %i gets another attempt after Retry-After, and the pause is printed",
  async (status) => {
    const { service, asked } = await serviceThat(refuse(status, { "retry-after": "1" }), answers);
    const beganAt = performance.now();
    expect(await list(service)).toEqual(page);
    expect(performance.now() - beganAt).toBeGreaterThan(900);
    expect([asked(), printed.mock.calls]).toEqual([2, [["The service is busy; trying again in 1 s."]]]);
  },
);

test("a service that stays busy gets five attempts, then the error is thrown", async () => {
  const { service, asked } = await serviceThat(refuse(503, { "retry-after": "0" }));
  await expect(list(service)).rejects.toThrow(
    "The service is still busy; try again later: too many requests are being answered at once",
  );
  expect(asked()).toBe(5);
});

test("an answer of a proxy is reported with its URL", async () => {
  const { service } = await serviceThat((response) => void response.writeHead(502).end("<html>Bad gateway</html>"));
  await expect(list(service)).rejects.toThrow(`${service.graphUrl}/graphql is not this service (status 502)`);
});
