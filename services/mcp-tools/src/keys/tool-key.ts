/**
 * A `long-lived` key is valid until it is revoked. A `registration` key expires after a day. It is meant for trials and
 * for the first connection of an installation.
 */
export const KEY_KINDS = ["long-lived", "registration"] as const;

export type KeyKind = (typeof KEY_KINDS)[number];

/** The time from the creation of a `registration` key to its expiry. */
export const REGISTRATION_KEY_MS = 24 * 3_600_000;

/** A key with which callers use the tools, without its secret. */
export interface ToolKey {
  readonly id: string;
  /** What the key is for, in the words of the person who created it. */
  readonly label: string;
  readonly kind: KeyKind;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** Null for a `long-lived` key. */
  readonly expiresAt: Date | null;
  /** The beginning of the hour in which the key was last used. Null if it never was. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
}

/** Returns whether a key is valid at `now`. */
export function isValidAt({ expiresAt, revokedAt }: ToolKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

/** Returns the beginning of the hour of `time`, in UTC. */
export function hourOf(time: Date): Date {
  const hourMs = 3_600_000;
  return new Date(Math.floor(time.getTime() / hourMs) * hourMs);
}
