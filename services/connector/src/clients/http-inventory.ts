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
  /** The base URL of the inventory, without a slash at its end. */
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  /** Aborts running calls and the pauses between attempts. */
  readonly signal: AbortSignal;
  /** Called before every wait. If several calls wait because the inventory is busy, it is called only once. */
  readonly onWait: (reason: string, ms: number) => void;
  /** The deadline of one attempt. */
  readonly deadlineMs?: number;
  /** How long a call is retried while the network or the server fails, in milliseconds from the start of the call. */
  readonly patienceMs?: number;
  /** How long a call is retried while the inventory is busy, in milliseconds from the start of the call. */
  readonly busyPatienceMs?: number;
  /** The wait after the first error, in milliseconds. The wait doubles after each further error, up to 30 s. */
  readonly firstWaitMs?: number;
  readonly random?: () => number;
}

/** The result of one attempt. */
type Attempt =
  | { readonly kind: "answered"; readonly status: number; readonly body: unknown; readonly retryAfter: string | null }
  | { readonly kind: "error"; readonly message: string; readonly lasting: boolean };

/** A client of the inventory's public REST interface. */
export function createHttpInventory(options: HttpInventoryOptions): Inventory {
  const { url, signal, onWait, deadlineMs = 90_000, patienceMs = 120_000, busyPatienceMs = 900_000 } = options;
  const { firstWaitMs = 500, random = Math.random } = options;
  const authorization = `Basic ${Buffer.from(`${options.id}:${options.secret}`).toString("base64")}`;

  /** No call is sent before this time. It is set when the inventory responds that it is busy. */
  let busyUntil = 0;
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

  async function send<Answer>(path: string, text: string, shape: z.ZodType<Answer>): Promise<Sent<Answer>> {
    const body = await pack(text, { level: 4 });
    const beganAt = Date.now();
    const failed = (failure: SendFailure): Sent<Answer> => ({ ok: false, failure });
    for (let errors = 0; ; errors += 1) {
      while (Date.now() < busyUntil && !signal.aborted) await rest(busyUntil - Date.now());
      const result = await attempt(path, body);
      if (signal.aborted) return failed({ kind: "interrupted" });
      if (result.kind === "answered" && result.status >= 200 && result.status < 300) {
        const parsed = shape.safeParse(result.body);
        if (parsed.success) return { ok: true, answer: parsed.data };
        return failed({ kind: "refused", status: result.status, message: `${url} is not an inventory` });
      }
      const busy = result.kind === "answered" && result.status === 429;
      const may = result.kind === "answered" ? busy || isPassing(result.status) : !result.lasting;
      if (result.kind === "answered" && !may)
        return failed({ kind: "refused", status: result.status, ...readProblem(url, result.status, result.body) });
      const reason =
        result.kind === "error"
          ? result.message
          : busy
            ? "the inventory is busy"
            : `the inventory answers ${result.status}`;
      const backOffMs = Math.min(30_000, firstWaitMs * 2 ** errors) * (0.75 + random() / 2);
      const retryAfter = result.kind === "answered" ? result.retryAfter : null;
      const waitMs = (retryAfter === null ? undefined : retryAfterMs(retryAfter, new Date())) ?? backOffMs;
      const elapsedMs = Date.now() - beganAt;
      if (!may || elapsedMs + waitMs > (busy ? busyPatienceMs : patienceMs)) {
        const attempts = may ? ` after ${errors + 1} attempts in ${Math.round(elapsedMs / 1_000)} s` : "";
        const asked = waitMs > backOffMs * 2 ? ` and asks to wait ${Math.round(waitMs / 1_000)} s` : "";
        return failed({ kind: "gave-up", message: `${reason}${asked}${attempts}` });
      }
      if (!busy || Date.now() >= busyUntil) onWait(reason, waitMs);
      if (busy) busyUntil = Math.max(busyUntil, Date.now() + waitMs);
      else await rest(waitMs);
    }
  }

  async function attempt(path: string, body: Uint8Array<ArrayBuffer>): Promise<Attempt> {
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
          kind: "error",
          message: `the inventory did not answer within ${deadlineMs / 1_000} s`,
          lasting: false,
        };
      return { kind: "error", ...unreachable(url, error) };
    }
  }

  return {
    upload: ({ discoveryId, scope }, items) =>
      // The items are large and already JSON text, so their text is inserted into the body without parsing it.
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

/**
 * Returns whether a later attempt may succeed after this status. The inventory answers a slow client with 408. The
 * caller handles 429 itself.
 */
function isPassing(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501);
}
