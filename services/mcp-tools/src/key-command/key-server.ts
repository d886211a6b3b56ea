import type { KeyKind } from "../keys/tool-key.ts";

/** A key as the tool server returns it. Times are texts in ISO 8601. */
export interface ListedKey {
  readonly id: string;
  readonly label: string;
  readonly kind: KeyKind;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
}

/** Why a call has no answer. */
export type KeyServerFailure =
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "unanswered"; readonly message: string }
  | { readonly kind: "interrupted" };

export type Called<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: KeyServerFailure };

/** Port to the tool server's administration of keys. */
export interface KeyServer {
  create(key: { readonly label: string; readonly kind: KeyKind }): Promise<Called<ListedKey & { secret: string }>>;
  /** Returns all keys, the newest first. */
  list(): Promise<Called<readonly ListedKey[]>>;
  revoke(id: string): Promise<Called<ListedKey>>;
}
