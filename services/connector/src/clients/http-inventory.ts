import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { parseJson } from "@network-access/service-runtime/parse-json";
import { readAnswer } from "@network-access/service-runtime/read-answer";
import { retryAfterMs } from "@network-access/service-runtime/retry-after";
import { unreachable } from "@network-access/service-runtime/unreachable";
import { z } from "zod";
import type { Inventory, SendFailure, Sent } from "../inventory.ts";
import { readProblem } from "./read-problem.ts";

const pack = promisify(gzip);
const MOST_ANSWER_BYTES = 16 * 1_024 * 1_024;

const uploadAnswer = z.object({
  accepted: z.number(),
  unchanged: z.number(),
  rejected: z.array(
    z.object({
      key: z.object({ type: z.string(), id: z.string() }).nullable(),
      field: z.string(),
      message: z.string(),
    }),
  ),
});
const cleanUpAnswer = z.object({ removed: z.number(), kept: z.number() });

export interface HttpInventoryOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  /** Ends the call that is running and every wait. */
  readonly signal: AbortSignal;
  /** Told before every wait; once for calls that wait for a busy inventory together. */
  readonly onWait: (reason: string, ms: number) => void;
  /** For one call. */
  readonly deadlineMs?: number;
  /** How long faults of the network and of the server are borne from one success to the next. */
  readonly patienceMs?: number;
  /** The same for a server that says it is busy. */
  readonly busyPatienceMs?: number;
  /** The first wait after a fault; each one after it is twice as long, up to 30 s. */
  readonly firstWaitMs?: number;
  readonly random?: () => number;
}

/** What came of one try. */
type Tried =
  | { readonly kind: "answered"; readonly status: number; readonly body: unknown; readonly retryAfter: string | null }
  | { readonly kind: "fault"; readonly message: string; readonly lasting: boolean };

/** The inventory over its public REST interface. */
export function createHttpInventory(options: HttpInventoryOptions): Inventory {
  const { url, signal, onWait, deadlineMs = 90_000, patienceMs = 120_000, busyPatienceMs = 900_000 } = options;
  const { firstWaitMs = 500, random = Math.random } = options;
  const authorization = `Basic ${Buffer.from(`${options.id}:${options.secret}`).toString("base64")}`;

  /** Before this nothing is asked, whichever call was told that the inventory is busy. */
  let busyUntil = 0;
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

  async function send<Answer>(path: string, text: string, shape: z.ZodType<Answer>): Promise<Sent<Answer>> {
    const body = await pack(text, { level: 4 });
    const beganAt = Date.now();
    const failed = (failure: SendFailure): Sent<Answer> => ({ ok: false, failure });
    for (let errors = 0; ; errors += 1) {
      while (Date.now() < busyUntil && !signal.aborted) await rest(busyUntil - Date.now());
      const tried = await attempt(path, body);
      if (signal.aborted) return failed({ kind: "interrupted" });
      if (tried.kind === "answered" && tried.status >= 200 && tried.status < 300) {
        const parsed = shape.safeParse(tried.body);
        if (parsed.success) return { ok: true, answer: parsed.data };
        return failed({ kind: "refused", status: tried.status, message: `what answers at ${url} is no inventory` });
      }
      const busy = tried.kind === "answered" && tried.status === 429;
      const may = tried.kind === "answered" ? busy || isPassing(tried.status) : !tried.lasting;
      if (tried.kind === "answered" && !may)
        return failed({ kind: "refused", status: tried.status, ...readProblem(url, tried.status, tried.body) });
      const reason =
        tried.kind === "fault"
          ? tried.message
          : busy
            ? "the inventory is busy"
            : `the inventory answers ${tried.status}`;
      const backOffMs = Math.min(30_000, firstWaitMs * 2 ** errors) * (0.75 + random() / 2);
      const retryAfter = tried.kind === "answered" ? tried.retryAfter : null;
      const waitMs = (retryAfter === null ? undefined : retryAfterMs(retryAfter, new Date())) ?? backOffMs;
      const triedForMs = Date.now() - beganAt;
      if (!may || triedForMs + waitMs > (busy ? busyPatienceMs : patienceMs)) {
        const tries = may ? ` after ${errors + 1} tries in ${Math.round(triedForMs / 1_000)} s` : "";
        const asked = waitMs > backOffMs * 2 ? `, and asks to wait ${Math.round(waitMs / 1_000)} s` : "";
        return failed({ kind: "gave-up", message: `${reason}${asked}${tries}` });
      }
      if (!busy || Date.now() >= busyUntil) onWait(reason, waitMs);
      if (busy) busyUntil = Math.max(busyUntil, Date.now() + waitMs);
      else await rest(waitMs);
    }
  }

  async function attempt(path: string, body: Uint8Array<ArrayBuffer>): Promise<Tried> {
    const late = AbortSignal.timeout(deadlineMs);
    try {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json", "content-encoding": "gzip" },
        body,
        redirect: "manual",
        signal: AbortSignal.any([signal, late]),
      });
      const answer = parseJson((await readAnswer(response.body, MOST_ANSWER_BYTES)).toString());
      return {
        kind: "answered",
        status: response.status,
        body: answer,
        retryAfter: response.headers.get("retry-after"),
      };
    } catch (error) {
      if (late.aborted)
        return {
          kind: "fault",
          message: `the inventory did not answer within ${deadlineMs / 1_000} s`,
          lasting: false,
        };
      return { kind: "fault", ...unreachable(url, error) };
    }
  }

  return {
    upload: ({ discoveryId, scope }, items) =>
      // The items are JSON already, and large.
      send(
        "/inventory/items",
        `${JSON.stringify({ discoveryId, scope }).slice(0, -1)},"items":${items}}`,
        uploadAnswer,
      ),
    cleanUp: ({ discoveryId, scope }, force) => {
      const body = { discoveryId, scope, ...(force ? { force } : {}) };
      return send("/inventory/items/cleanup", JSON.stringify(body), cleanUpAnswer);
    },
  };
}

/** 408 is said to who sends too slowly. */
function isPassing(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501);
}
