import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { pause } from "@network-access/service-runtime/deadline";
import { createSemaphore } from "@network-access/service-runtime/semaphore";
import type { LoginAttemptStore } from "./login-attempt-store.ts";
import { hashPassword, isPasswordOf } from "./password-hash.ts";
import type { User } from "./user.ts";
import type { UserStore } from "./user-store.ts";

/** A user name is refused while it has this many wrong passwords within the last `WITHIN_MS`. */
const MOST_WRONG = 10;
const WITHIN_MS = 900_000;
/** How long a password that was found to be correct is accepted without computing its hash again. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 1_000;
/**
 * The maximum number of password hashes that are computed at the same time. Each computation takes 32 MiB and a
 * processor core. A password check is refused if its computation can't begin within `WAIT_MS`.
 */
const AT_ONCE = 2;
const WAIT_MS = 2_000;
const BUSY_SECONDS = 2;
/**
 * The maximum number of times that a check writes its login attempt to the record of the user name. A write fails if
 * another check has changed the record in the meantime. If the last write fails, the login is refused.
 */
const MOST_ROUNDS = 10;

export type UserCheck =
  | { readonly outcome: "right"; readonly user: User }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "refused"; readonly because: "too-many-wrong" | "busy"; readonly retryAfterSeconds: number };

export type PasswordChecker = (username: string, password: string) => Promise<UserCheck>;

interface Needs {
  readonly users: Pick<UserStore, "findByName">;
  readonly attempts: LoginAttemptStore;
  readonly now: () => Date;
}

/**
 * Checks a user name and password. A check of an unknown user name takes as long as that of a known one, and has the
 * same limit of attempts. An attempt is counted before the password is hashed, and is removed if the password is
 * correct. Concurrent requests therefore can't exceed the limit.
 */
export function createPasswordChecker({ users, attempts, now }: Needs): PasswordChecker {
  const key = randomBytes(32);
  const remembered = new Map<string, number>();
  const running = new Map<string, Promise<UserCheck>>();
  const semaphore = createSemaphore(AT_ONCE);
  const unknown = hashPassword(randomUUID());

  const digestOf = (...texts: readonly string[]) =>
    createHmac("sha256", key).update(JSON.stringify(texts)).digest("base64url");

  async function derive(password: string, stored: string): Promise<boolean | "busy"> {
    const begun = new AbortController();
    const left = pause(WAIT_MS, begun.signal).then(() => new Busy());
    try {
      return await semaphore(() => {
        begun.abort();
        return isPasswordOf(password, stored);
      }, left);
    } catch (error) {
      if (error instanceof Busy) return "busy";
      throw error;
    }
  }

  function remember(digest: string, at: number): void {
    const [oldest] = remembered.keys();
    if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.delete(digest);
    remembered.set(digest, at + REMEMBERED_MS);
  }

  async function check(username: string, password: string): Promise<UserCheck> {
    const user = await users.findByName(username);
    const stored = user?.passwordHash ?? (await unknown);
    const digest = digestOf("stored", stored, password);
    const read = await attempts.read(username, WITHIN_MS, now());
    const wait = waitOf(read.attempts, now());
    if (wait !== undefined) return tooMany(wait);
    if (user && (remembered.get(digest) ?? 0) > now().getTime()) return { outcome: "right", user };

    const attempt = await count(username, read);
    if ("outcome" in attempt) return attempt;
    const isRight = await derive(password, stored);
    if (isRight !== "busy" && (!isRight || !user?.passwordHash)) return { outcome: "wrong" };
    await attempts.remove(username, attempt.id);
    if (isRight === "busy" || !user) return { outcome: "refused", because: "busy", retryAfterSeconds: BUSY_SECONDS };
    remember(digest, now().getTime());
    return { outcome: "right", user };
  }

  async function count(username: string, first: Awaited<ReturnType<LoginAttemptStore["read"]>>) {
    let read = first;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const attempt = { id: randomUUID(), at: now() };
      if (await attempts.add(username, read, attempt)) return attempt;
      read = await attempts.read(username, WITHIN_MS, now());
      const wait = waitOf(read.attempts, now());
      if (wait !== undefined) return tooMany(wait);
    }
    return tooMany(1);
  }

  return (username, password) => {
    // If the same credentials are being checked, returns the result of that check.
    const asked = digestOf("asked", username.toLowerCase(), password);
    const found = running.get(asked);
    if (found) return found;
    const checking = check(username, password).finally(() => running.delete(asked));
    running.set(asked, checking);
    return checking;
  };
}

/** Returns how many seconds to wait before the next attempt, or undefined if an attempt is allowed now. */
function waitOf(attempts: readonly { readonly at: Date }[], now: Date): number | undefined {
  const oldest = attempts.at(-MOST_WRONG);
  if (attempts.length < MOST_WRONG || !oldest) return undefined;
  return Math.max(1, Math.ceil((oldest.at.getTime() + WITHIN_MS - now.getTime()) / 1_000));
}

function tooMany(retryAfterSeconds: number) {
  return { outcome: "refused", because: "too-many-wrong", retryAfterSeconds } as const;
}

class Busy extends Error {}
