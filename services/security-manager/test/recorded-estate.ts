import { createServer, type IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import { listen } from "@network-access/testkit/listen";
import type { SlowRevision } from "./slow-interpreter/slow-history.ts";

interface SentDocumentation {
  readonly ruleId: string;
  readonly props: readonly ({ readonly key: string } & Readonly<Record<string, unknown>>)[];
}

interface SentUsage {
  readonly endDate: string;
  readonly ruleUsages: readonly {
    readonly ruleId: string;
    readonly hitCount: number;
    readonly destinations?: readonly { readonly id: string; readonly hitCount: number }[];
  }[];
}

/** Starts a proxy in front of a manager. It records the snapshots, usage and documentation that the manager accepts. */
export async function recordEstate(managerUrl: string) {
  const parts = new Map<string, SnapshotPart>();
  const revisions = new Map<number, SlowRevision[]>();
  const documentation: SentDocumentation[] = [];
  const usage: SentUsage[] = [];

  function record(place: string, status: number, sent: () => unknown): void {
    const [, device, kind, sha256 = ""] = /\/device\/(\d+)\/(part|rev|ruledoc)\/?(\w*)$/.exec(place) ?? [];
    if (place.endsWith("/collector/usage")) usage.push(sent() as SentUsage);
    else if (kind === "part") parts.set(sha256, SnapshotPart.parse(sent()));
    else if (kind === "ruledoc") documentation.push(sent() as SentDocumentation);
    else if (kind === "rev" && status === 201) {
      const { configuredAt, parts: names } = sent() as { configuredAt: string; parts: string[] };
      const named = names.flatMap((name) => parts.get(name) ?? []);
      const before = revisions.get(Number(device)) ?? [];
      revisions.set(Number(device), [...before, { configuredAt: Date.parse(configuredAt), parts: named }]);
    }
  }

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const answer = await fetch(managerUrl + request.url, {
      method: request.method ?? "GET",
      headers: headersOf(request, ["authorization", "content-type", "content-encoding"]),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const isPacked = request.headers["content-encoding"] === "gzip";
    if (answer.ok && request.method !== "GET")
      record(request.url ?? "", answer.status, () => JSON.parse(String(isPacked ? gunzipSync(body) : body)));
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(await answer.text());
  });
  const { url, stop } = await listen(server);
  return { url, stop, revisions, documentation, usage };
}

export type RecordedEstate = Pick<Awaited<ReturnType<typeof recordEstate>>, "revisions" | "documentation" | "usage">;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
