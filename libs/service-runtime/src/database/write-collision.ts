import { MongoBulkWriteError, MongoServerError } from "mongodb";
import { pause } from "../process/deadline.ts";

/** The code of a violated unique index. */
export const DUPLICATE_KEY = 11_000;
/** The error codes for a write that collided with another write, in DocumentDB and in MongoDB. */
const COLLISION_CODES = new Set<unknown>([16_908_292, 112]);
/** The limit of attempts of one write. It is low, because the database takes about a second to detect a collision. */
const MAX_ATTEMPTS = 4;
/** The pause before a retry. Without it, the retry would collide with the same call again. */
const PAUSE_MS = 200;

/**
 * Returns true for the code of a write that was undone because two calls conflicted or deadlocked on the same
 * documents.
 */
export function isCollisionCode(code: unknown): boolean {
  return COLLISION_CODES.has(code);
}

/**
 * Returns the error codes of the writes that failed. A bulk write has one code for each write that failed. Any other
 * call has one code. The list is empty for an error that the server did not send.
 */
export function writeErrorCodes(error: unknown): readonly unknown[] {
  if (!(error instanceof MongoServerError)) return [];
  const errors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  return errors.length > 0 ? errors.map(({ code }) => code) : [error.code];
}

/**
 * Returns true if a write failed only because of collisions. In a bulk write, all writes without a collision must have
 * succeeded, or have failed with the code `settled`, which needs no retry.
 */
export function isWriteCollision(error: unknown, settled?: number): boolean {
  const codes = writeErrorCodes(error);
  return codes.some(isCollisionCode) && codes.every((code) => isCollisionCode(code) || code === settled);
}

/**
 * Runs a write and retries it after collisions, up to 4 attempts. If the last attempt collides too, the error of this
 * attempt is thrown. Any other error is thrown immediately. A bulk write is sent again as a whole, so its writes must
 * be idempotent. `settled` has the same meaning as in `isWriteCollision`.
 */
export async function throughCollisions<Result>(write: () => Promise<Result>, settled?: number): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWriteCollision(error, settled)) throw error;
      await pause(attempt * PAUSE_MS * (1 + Math.random()));
    }
  }
}
