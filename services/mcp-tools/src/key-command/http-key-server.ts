import { parseJson } from "@network-access/service-runtime/parse-json";
import { readAnswer } from "@network-access/service-runtime/read-answer";
import { unreachable } from "@network-access/service-runtime/unreachable";
import { z } from "zod";
import { KEY_KINDS } from "../keys/tool-key.ts";
import type { Called, KeyServer, KeyServerFailure, ListedKey } from "./key-server.ts";

const MOST_ANSWER_BYTES = 1_024 * 1_024;
const DEADLINE_MS = 30_000;
const PAGE_SIZE = 200;

const time = z.iso.datetime();
const KeyAnswer = z.object({
  ...{ id: z.string(), label: z.string(), kind: z.enum(KEY_KINDS), createdAt: time, createdBy: z.string() },
  ...{ expiresAt: time.nullable(), lastUsedAt: time.nullable(), revokedAt: time.nullable() },
  revokedBy: z.string().nullable(),
});
const CreatedAnswer = KeyAnswer.extend({ secret: z.string().regex(/^[\w-]{43}$/) });
const ListAnswer = z.object({ keys: z.array(KeyAnswer), nextPageKey: z.string().nullable() });
const Problem = z.object({
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).catch([]),
});

interface Options {
  /** The base URL without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** Aborts the running call. */
  readonly signal: AbortSignal;
  /** The deadline of one call in milliseconds. The default is 30,000. */
  readonly deadlineMs?: number;
}

/** Calls the tool server. Calls are not retried: retrying the creation of a key could create a second key. */
export function createHttpKeyServer({ url, token, signal, deadlineMs = DEADLINE_MS }: Options): KeyServer {
  async function call<Answer>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    shape: z.ZodType<Answer>,
    body?: object,
  ): Promise<Called<Answer>> {
    const late = AbortSignal.timeout(deadlineMs);
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "manual",
        signal: AbortSignal.any([signal, late]),
      });
      const answer = parseJson((await readAnswer(response.body, MOST_ANSWER_BYTES)).toString());
      if (!response.ok) return failed({ kind: "refused", ...reasonOf(response.status, answer) });
      const read = shape.safeParse(answer);
      if (read.success) return { ok: true, answer: read.data };
      return failed({ kind: "refused", status: response.status, message: `${url} is not a tool server` });
    } catch (error) {
      if (signal.aborted) return failed({ kind: "interrupted" });
      if (late.aborted)
        return failed({ kind: "unanswered", message: `${url} did not answer within ${deadlineMs / 1_000} s` });
      return failed({ kind: "unanswered", message: unreachable(url, error).message });
    }
  }

  function reasonOf(status: number, answer: unknown): { readonly status: number; readonly message: string } {
    const { data } = Problem.safeParse(answer);
    const fields = data?.errors.map(({ field, message }) => `${field} ${message}`.trim()) ?? [];
    const hint = status === 404 || status < 400 ? `there is no tool server at ${url}` : "no reason given";
    return { status, message: fields.length > 0 ? fields.join("; ") : (data?.detail ?? hint) };
  }

  return {
    create: (key) => call("POST", "/tool-keys", CreatedAnswer, key),
    async list() {
      const keys: ListedKey[] = [];
      let next = "";
      for (;;) {
        const page = await call("GET", `/tool-keys?limit=${PAGE_SIZE}${next}`, ListAnswer);
        if (!page.ok) return page;
        keys.push(...page.answer.keys);
        const { nextPageKey } = page.answer;
        if (nextPageKey === null) return { ok: true, answer: keys };
        next = `&nextPageKey=${encodeURIComponent(nextPageKey)}`;
      }
    },
    revoke: (id) => call("DELETE", `/tool-keys/${encodeURIComponent(id)}`, KeyAnswer),
  };
}

function failed(failure: KeyServerFailure): { readonly ok: false; readonly failure: KeyServerFailure } {
  return { ok: false, failure };
}
