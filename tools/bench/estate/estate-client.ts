import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { SNAPSHOT_SCHEMA, type SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { canonicalJson } from "@network-access/service-runtime/canonical-json";
import { callHttp, type HttpAnswer } from "../load/call-http.ts";

const pack = promisify(gzip);
/** The number of parts that are sent concurrently. The import command sends the same number. */
const PARTS_AT_ONCE = 3;
const BUSY_MS = 1_000;
const SEARCHABLE_MS = 1_200_000;

/** A client of the security manager's REST interface, for one caller. Paths are relative to `/securitymanager/api`. */
export interface EstateClient {
  /** Throws for a response with a status above 299. */
  readonly call: (method: string, path: string, body?: object) => Promise<HttpAnswer>;
  /** Stores a snapshot as the device's first revision. Returns the id of the revision and the bytes of its parts. */
  readonly upload: (device: number, parts: Iterable<SnapshotPartInput>) => Promise<{ revision: number; bytes: number }>;
  readonly untilSearchable: (device: number, revision: number) => Promise<void>;
}

export function estateClient(managerUrl: string, authorization: string): EstateClient {
  const base = `${managerUrl}/securitymanager/api`;

  async function send(method: string, path: string, headers: object, body?: Uint8Array | string): Promise<HttpAnswer> {
    for (;;) {
      const answer = await callHttp(method, base + path, { authorization, ...headers }, body);
      if (answer.status < 300) return answer;
      if (answer.status !== 503)
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
      await sleep(BUSY_MS);
    }
  }

  const call: EstateClient["call"] = (method, path, body) =>
    body === undefined
      ? send(method, path, {})
      : send(method, path, { "content-type": "application/json" }, JSON.stringify(body));

  return {
    call,
    async upload(device, parts) {
      const names: string[] = [];
      let bytes = 0;
      const waiting = parts[Symbol.iterator]();
      const sender = async () => {
        for (let next = waiting.next(); !next.done; next = waiting.next()) {
          const json = canonicalJson(next.value);
          const sha256 = createHash("sha256").update(json).digest("hex");
          names.push(sha256);
          bytes += Buffer.byteLength(json);
          const headers = { "content-type": "application/json", "content-encoding": "gzip" };
          await send("PUT", `/domain/1/device/${device}/part/${sha256}`, headers, await pack(json, { level: 4 }));
        }
      };
      await Promise.all(Array.from({ length: PARTS_AT_ONCE }, sender));
      const revision = { configuredAt: new Date().toISOString(), baseRevision: null, schema: SNAPSHOT_SCHEMA };
      const put = await call("PUT", `/domain/1/device/${device}/rev`, { ...revision, parts: names });
      return { revision: (JSON.parse(put.text) as { id: number }).id, bytes };
    },
    async untilSearchable(device, revision) {
      for (const until = Date.now() + SEARCHABLE_MS; ; await sleep(250)) {
        const { text } = await call("GET", `/domain/1/device/${device}/rev/${revision}`);
        const { searchable, state } = JSON.parse(text) as { searchable: boolean; state: string };
        if (searchable) return;
        if (state !== "PENDING" || Date.now() > until) throw new Error(`revision ${revision} is ${state}`);
      }
    },
  };
}
