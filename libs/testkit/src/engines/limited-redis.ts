import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Redis } from "ioredis";

/** A Redis user with only the rights that docs/operations/engines.md lists for an installation. */
export interface LimitedRedis {
  /** The URL of the server with the user's credentials. */
  readonly url: string;
  readonly user: string;
  remove(): Promise<void>;
}

const page = new URL("../../../../docs/operations/engines.md", import.meta.url);

/**
 * Returns the ACL rules of the Redis user in docs/operations/engines.md. In these rules, `prefix` replaces the prefix
 * of the example.
 */
export function limitedRules(prefix: string): readonly string[] {
  const [, rules] = /^ACL SETUSER access_nas on >PASSWORD (.*)$/m.exec(readFileSync(page, "utf8")) ?? [];
  if (rules === undefined) throw new Error("the page on engines has no line for the user of an installation");
  return rules.replaceAll("access_nas:", `${prefix}:`).split(" ");
}

/**
 * Creates a Redis user with the rules that `limitedRules` returns for `prefix`. A "*" in `prefix` stands for any
 * characters.
 */
export async function limitRedis(serverUrl: string, prefix: string): Promise<LimitedRedis> {
  const [user, password] = [`limited-${randomBytes(4).toString("hex")}`, randomBytes(8).toString("hex")];
  const redis = new Redis(serverUrl);
  await redis.call("ACL", "SETUSER", user, "on", `>${password}`, ...limitedRules(prefix));
  return {
    url: serverUrl.replace("://", `://${user}:${password}@`),
    user,
    async remove() {
      await redis.call("ACL", "DELUSER", user);
      redis.disconnect();
    },
  };
}
