import { hashSecret } from "@network-access/access/basic-credentials";
import { type Failure, invalidInput } from "@network-access/service-runtime/failure";
import type { KeyStore } from "./key-store.ts";
import { type KeyKind, REGISTRATION_KEY_MS, type ToolKey } from "./tool-key.ts";

/** The largest length of a label, in characters. */
const LONGEST_LABEL = 100;

interface Needs {
  readonly keys: Pick<KeyStore, "insert">;
  readonly newId: () => string;
  /** Returns 32 random bytes as text. */
  readonly newSecret: () => string;
  readonly now: () => Date;
}

type Created =
  | { readonly ok: true; readonly key: ToolKey; readonly secret: string }
  | { readonly ok: false; readonly failure: Failure };

/** Creates a key. Only the result of this function contains the secret. */
export async function createKey(
  { keys, newId, newSecret, now }: Needs,
  input: { readonly label: string; readonly kind: KeyKind },
  by: string,
): Promise<Created> {
  const label = input.label.trim();
  const length = [...label].length;
  if (length === 0 || length > LONGEST_LABEL)
    return { ok: false, failure: invalidInput("label", `has ${length} characters; 1 to ${LONGEST_LABEL} work`) };
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(label))
    return { ok: false, failure: invalidInput("label", "has a line break or another control character; leave it out") };
  const createdAt = now();
  const isShort = input.kind === "registration";
  const key: ToolKey = {
    ...{ id: newId(), label, kind: input.kind, createdAt, createdBy: by },
    expiresAt: isShort ? new Date(createdAt.getTime() + REGISTRATION_KEY_MS) : null,
    ...{ lastUsedAt: null, revokedAt: null, revokedBy: null },
  };
  const secret = newSecret();
  await keys.insert(key, hashSecret(secret));
  return { ok: true, key, secret };
}
