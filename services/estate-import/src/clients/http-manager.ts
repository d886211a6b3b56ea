import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { SNAPSHOT_SCHEMA } from "@network-access/service-contracts/device-snapshot";
import { parseJson } from "@network-access/service-runtime/parse-json";
import { readAnswer } from "@network-access/service-runtime/read-answer";
import { retryAfterMs } from "@network-access/service-runtime/retry-after";
import { unreachable } from "@network-access/service-runtime/unreachable";
import { z } from "zod";
import type { Called, Manager, ManagerFailure } from "../manager.ts";

const pack = promisify(gzip);
const MOST_ANSWER_BYTES = 1_024 * 1_024;

const Problem = z.object({ message: z.string(), missing: z.array(z.string()).optional() });
const WithId = z.object({ id: z.int() });
const DeviceList = z.object({ results: z.array(z.object({ id: z.int(), name: z.string() })) });
const List = z.object({ results: z.array(WithId) });
const RevisionAnswer = z.object({ id: z.int(), searchable: z.boolean(), state: z.string() });

export interface HttpManagerOptions {
  /** The base URL without a slash at its end. */
  readonly url: string;
  /** The Authorization header of every call. */
  readonly authorization: string;
  /** Aborts the running call and every wait. */
  readonly signal: AbortSignal;
  /** Called before every wait. */
  readonly onWait: (reason: string, ms: number) => void;
  /** The deadline of each attempt of a call. */
  readonly deadlineMs?: number;
  /**
   * How long a call is retried, in milliseconds from the start of its first attempt. If the next wait would end later,
   * the call fails.
   */
  readonly patienceMs?: number;
  /**
   * The wait after the first failed attempt. It doubles with each further failed attempt, up to 10 s. A Retry-After
   * header in the response replaces it.
   */
  readonly firstWaitMs?: number;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/**
 * Calls the security manager over its public REST interface. All of these calls are safe to repeat. A call is retried
 * after the status 429, after a status of 502 or higher, after a missed deadline, and after network errors other than
 * TLS errors.
 */
export function createHttpManager(options: HttpManagerOptions): Manager {
  const { url, authorization, signal, onWait, deadlineMs = 60_000, patienceMs = 60_000, firstWaitMs = 500 } = options;
  const base = "/securitymanager/api/domain/1";

  /** Returns the response if its status is in `accepted`. Every other response is returned as a failure. */
  async function call(
    method: "GET" | "POST" | "PUT",
    path: string,
    accepted: readonly number[],
    text?: string,
  ): Promise<Called<Answered>> {
    // Only snapshot parts are compressed. Other bodies are small, and the security manager accepts gzip only on the
    // path of parts.
    const body = text !== undefined && path.includes("/part/") ? await pack(text, { level: 4 }) : text;
    const beganAt = Date.now();
    for (let errors = 0; ; errors += 1) {
      const result = await attempt(method, base + path, body);
      if (signal.aborted) return failed({ kind: "interrupted" });
      if (!("reason" in result) && accepted.includes(result.status)) return { ok: true, answer: result };
      const may = "reason" in result ? !result.lasting : result.status === 429 || result.status >= 502;
      if (!("reason" in result) && !may) return failed(refusalOf(result));
      const reason = "reason" in result ? result.reason : `the manager answers ${result.status}`;
      const asked = "reason" in result ? null : result.retryAfter;
      const backOffMs = Math.min(10_000, firstWaitMs * 2 ** errors);
      const waitMs = (asked === null ? undefined : retryAfterMs(asked, new Date())) ?? backOffMs;
      if (!may || Date.now() - beganAt + waitMs > patienceMs) return failed({ kind: "gave-up", message: reason });
      onWait(reason, waitMs);
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function attempt(
    method: string,
    path: string,
    sent: string | Uint8Array<ArrayBuffer> | undefined,
  ): Promise<Answered | { readonly reason: string; readonly lasting: boolean }> {
    const late = AbortSignal.timeout(deadlineMs);
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization,
          ...(sent !== undefined && { "content-type": "application/json" }),
          ...(sent instanceof Uint8Array && { "content-encoding": "gzip" }),
        },
        ...(sent !== undefined && { body: sent }),
        redirect: "manual",
        signal: AbortSignal.any([signal, late]),
      });
      const body = parseJson((await readAnswer(response.body, MOST_ANSWER_BYTES)).toString());
      return { status: response.status, body, retryAfter: response.headers.get("retry-after") };
    } catch (error) {
      if (late.aborted) return { reason: `${url} did not answer within ${deadlineMs / 1_000} s`, lasting: false };
      const { message, lasting } = unreachable(url, error);
      return { reason: message, lasting };
    }
  }

  /**
   * Parses the body of a response. If the body does not fit `shape`, the server is not a security manager, and the call
   * has failed.
   */
  function read<Value, Answer>(
    called: Called<Answered>,
    shape: z.ZodType<Value>,
    use: (value: Value) => Answer,
  ): Called<Answer> {
    if (!called.ok) return called;
    const parsed = shape.safeParse(called.answer.body);
    if (parsed.success) return { ok: true, answer: use(parsed.data) };
    return failed({ kind: "refused", status: called.answer.status, message: `${url} is not a security manager` });
  }

  return {
    async findDevice(name) {
      const found = await call("GET", `/device?pageSize=1&name=${encodeURIComponent(name)}`, [200]);
      const isNamed = (device: { readonly name: string }) => device.name.toLowerCase() === name.toLowerCase();
      return read(found, DeviceList, ({ results }) => results.find(isNamed)?.id);
    },
    async createDevice(device) {
      return read(await call("POST", "/device", [201], JSON.stringify(device)), WithId, ({ id }) => id);
    },
    async newestRevision(device) {
      const found = await call("GET", `/device/${device}/rev?pageSize=1`, [200]);
      return read(found, List, ({ results }) => results[0]?.id ?? null);
    },
    async putPart(device, { sha256, body }) {
      const sent = await call("PUT", `/device/${device}/part/${sha256}`, [201, 204], body);
      return sent.ok ? { ok: true, answer: null } : sent;
    },
    async putRevision(device, { configuredAt, ...revision }) {
      const body = JSON.stringify({ configuredAt: configuredAt.toISOString(), schema: SNAPSHOT_SCHEMA, ...revision });
      const put = await call("PUT", `/device/${device}/rev`, [200, 201, 409], body);
      if (!put.ok) return put;
      const { status } = put.answer;
      if (status !== 409)
        return read(put, RevisionAnswer, ({ id, searchable }) => ({ id, searchable, isNew: status === 201 }));
      const problem = Problem.safeParse(put.answer.body);
      const missing = problem.success ? problem.data.missing : undefined;
      return missing ? { ok: true, answer: { missing } } : failed(refusalOf(put.answer));
    },
    async isSearchable(device, revision) {
      const found = await call("GET", `/device/${device}/rev/${revision}`, [200]);
      const answered = read(found, RevisionAnswer, (answer) => answer);
      if (!answered.ok || answered.answer.state === "PENDING" || answered.answer.searchable)
        return answered.ok ? { ok: true, answer: answered.answer.searchable } : answered;
      const message = `revision ${revision} is ${answered.answer.state.toLowerCase()}`;
      return failed({ kind: "refused", status: 409, message });
    },
  };
}

function refusalOf({ status, body }: Answered): ManagerFailure {
  const problem = Problem.safeParse(body);
  return { kind: "refused", status, message: problem.success ? problem.data.message : "without a reason" };
}

function failed(failure: ManagerFailure): { readonly ok: false; readonly failure: ManagerFailure } {
  return { ok: false, failure };
}
