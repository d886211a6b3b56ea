import { MongoBulkWriteError, MongoServerError } from "mongodb";
import { pause } from "../process/deadline.ts";

/** Of DocumentDB and of MongoDB. */
const CODES = new Set<unknown>([16_908_292, 112]);
/** Each collision takes the engine a second to find. */
const MAX_ATTEMPTS = 4;
/** The other call needs a moment to get through: who comes again at once meets it again. */
const PAUSE_MS = 200;

/** True for the code of a write that was undone because two calls waited for one another at documents they share, or met at one. */
export function isCollisionCode(code: unknown): boolean {
  return CODES.has(code);
}

/**
 * True when nothing but collisions kept a write from being done, or of a bulk of writes some of them: the others are done, or were
 * refused for a reason whose code is `settled`, and need not be done.
 */
export function isWriteCollision(error: unknown, settled?: number): boolean {
  if (!(error instanceof MongoServerError)) return false;
  const errors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const codes = errors.length > 0 ? errors.map(({ code }) => code) : [error.code];
  return codes.some(isCollisionCode) && codes.every((code) => isCollisionCode(code) || code === settled);
}

/**
 * Does a write, and does it again where it collided, up to 4 times; throws the last collision, and any other fault at once. Of a
 * bulk of writes all are sent again: each must come to the same when it is done twice. `settled` as in `isWriteCollision`.
 */
export async function throughCollisions<Result>(write: () => Promise<Result>, settled?: number): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !isWriteCollision(error, settled)) throw error;
      await pause(tries * PAUSE_MS * (1 + Math.random()));
    }
  }
}
