import { MongoBulkWriteError, MongoServerError } from "mongodb";
import { pause } from "../process/deadline.ts";

/** The code of a violated unique index. */
export const DUPLICATE_KEY = 11_000;
/** The error codes for a write that collided with another write, in DocumentDB and in MongoDB. */
const COLLISION_CODES = new Set<unknown>([16_908_292, 112]);
/**
 * The maximum number of attempts of one write. It is low, because the database takes about a second to detect each
 * collision.
 */
const MAX_ATTEMPTS = 4;
/**
 * The shortest pause before the first retry, in milliseconds. Without a pause, the retry would collide with the same
 * call again.
 */
const PAUSE_MS = 200;

/**
 * Reports whether an error code means that a write was undone, because it conflicted or deadlocked with another call on
 * the same documents.
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
 * Reports whether a write failed because of a collision. For a bulk write, at least one of its writes must have
 * collided, and every other failed write must have the error code `settled`. A write with this code needs no retry.
 */
export function isWriteCollision(error: unknown, settled?: number): boolean {
  const codes = writeErrorCodes(error);
  return codes.some(isCollisionCode) && codes.every((code) => isCollisionCode(code) || code === settled);
}

/**
 * Runs a write and repeats it after collisions, with at most 4 attempts in total. Throws the error of the last attempt
 * if that attempt collides too. Throws any other error immediately. A bulk write is repeated as a whole, so its writes
 * must be idempotent. For `settled`, see `isWriteCollision`.
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
