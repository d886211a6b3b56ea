import type { Manager, ManagerFailure } from "../src/manager/manager.ts";

/** A manager that takes its responses from a table and records all calls. */
export interface FakeManager extends Manager {
  readonly calls: readonly { readonly path: string; readonly userId: number }[];
}

/**
 * Creates a fake manager. `answers` contains the body of the response or a failure for each path. A call throws if its
 * path is not in `answers`, or if the body does not have the expected shape.
 */
export function fakeManager(answers: Readonly<Record<string, unknown>>): FakeManager {
  const calls: { path: string; userId: number }[] = [];
  return {
    calls,
    async get(path, answer, { userId }) {
      calls.push({ path, userId });
      const body = answers[path];
      if (body === undefined) throw new Error(`no answer for ${path}`);
      return isFailure(body) ? { ok: false, failure: body } : { ok: true, value: answer.parse(body) };
    },
  };
}

function isFailure(body: unknown): body is ManagerFailure {
  return typeof body === "object" && body !== null && "kind" in body;
}
