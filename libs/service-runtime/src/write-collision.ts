import { MongoBulkWriteError, MongoServerError } from "mongodb";
import { pause } from "./deadline.ts";

/** Of DocumentDB and of MongoDB. */
const CODES = new Set<unknown>([16_908_292, 112]);
/** Each collision takes the engine a second to find. */
const MOST_TRIES = 4;
/** The other call needs a moment to get through: who comes again at once meets it again. */
const PAUSE_MS = 200;

/** True for the code of a write that was undone because two calls waited for one another at documents they share, or met at one. */
export function isCollisionCode(code: unknown): boolean {
  return CODES.has(code);
}

/** True when nothing but collisions kept a write from being done. Of a bulk of writes the others are done. */
export function isWriteCollision(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  if (!(error instanceof MongoBulkWriteError)) return isCollisionCode(error.code);
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return faults.length > 0 ? faults.every(({ code }) => isCollisionCode(code)) : isCollisionCode(error.code);
}

/**
 * Does a write, and does it again where it collided, up to 4 times; throws the last collision, and any other fault at once. Of a
 * bulk of writes all are sent again: each must come to the same when it is done twice.
 */
export async function throughCollisions<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === MOST_TRIES || !isWriteCollision(error)) throw error;
      await pause(tries * PAUSE_MS * (1 + Math.random()));
    }
  }
}
