import type { Failure } from "@network-access/service-runtime/failure";
import type { KeyStore } from "./key-store.ts";
import type { ToolKey } from "./tool-key.ts";

interface Needs {
  readonly keys: Pick<KeyStore, "revoke" | "find">;
  readonly now: () => Date;
}

type Revoked = { readonly ok: true; readonly key: ToolKey } | { readonly ok: false; readonly failure: Failure };

/** Revokes a key. All processes refuse it after at most 5 s. If the key is already revoked, nothing changes. */
export async function revokeKey({ keys, now }: Needs, id: string, by: string): Promise<Revoked> {
  await keys.revoke(id, { at: now(), by });
  const key = await keys.find(id);
  if (key) return { ok: true, key };
  const message = `there is no key "${id.slice(0, 64)}"; the list of keys has the ids`;
  return { ok: false, failure: { kind: "not-found", message } };
}
