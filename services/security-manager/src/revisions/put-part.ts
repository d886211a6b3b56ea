import { createHash } from "node:crypto";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import { canonicalJson } from "@network-access/service-runtime/canonical-json";
import { type InvalidInput, invalidInput } from "@network-access/service-runtime/failure";
import type { PartStore } from "./part-store.ts";

interface Needs {
  readonly parts: PartStore;
  readonly now: () => Date;
}

export type PutPart =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly failure: InvalidInput };

const MOST_ERRORS = 20;

/** Stores a part under the name `sha256`, which must be the SHA-256 of its canonical JSON. */
export async function putPart(
  { parts, now }: Needs,
  deviceId: number,
  sha256: string,
  body: unknown,
): Promise<PutPart> {
  const part = SnapshotPart.safeParse(body);
  if (!part.success) {
    const fields = part.error.issues
      .slice(0, MOST_ERRORS)
      .map(({ path, message }) => ({ path: path.map(String).join("."), message }));
    return { ok: false, failure: { kind: "invalid-input", fields } };
  }
  const json = canonicalJson(body);
  const name = createHash("sha256").update(json).digest("hex");
  if (name !== sha256.toLowerCase())
    return {
      ok: false,
      failure: invalidInput(
        "sha256",
        `the canonical JSON of this part has the SHA-256 ${name}; send it under that name`,
      ),
    };
  return { ok: true, isNew: await parts.put(deviceId, name, json, now()) };
}
