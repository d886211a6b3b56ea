import { parseArgs } from "node:util";
import { tryParse } from "@network-access/service-runtime/try-parse";

export interface TokenOptions {
  email: string;
  permissions: string[];
  expiresInSeconds: number;
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses `--email E --permissions A,B --expires 1h`. The defaults are a local user, every permission and one hour. */
export function readTokenArguments(
  args: readonly string[],
  known: readonly string[],
): { ok: true; options: TokenOptions } | { ok: false; problem: string } {
  const text = { type: "string" } as const;
  const options = {
    email: { ...text, default: "you@example.com" },
    permissions: { ...text, default: known.join(",") },
    expires: { ...text, default: "1h" },
  };
  const read = tryParse(() => parseArgs({ args: [...args], options }).values);
  if (!read.ok) return read;
  const values = read.parsed;
  if (!/^\S+@\S+$/.test(values.email))
    return { ok: false, problem: `"${values.email}" is not an email address; write user@example.com` };
  const permissions = values.permissions
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = permissions.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return { ok: false, problem: `"${unknown}" is not a permission; the permissions are ${known.join(", ")}` };
  const [, amount, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(values.expires) ?? [];
  const factor = unit === "s" || unit === "m" || unit === "h" || unit === "d" ? SECONDS[unit] : undefined;
  if (factor === undefined)
    return { ok: false, problem: `"${values.expires}" is not a duration; write 90s, 30m, 1h or 7d` };
  return { ok: true, options: { email: values.email, permissions, expiresInSeconds: Number(amount) * factor } };
}
