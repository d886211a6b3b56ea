import type { ListedKey } from "./key-server.ts";

const TITLES = ["ID", "KIND", "STATE", "CREATED", "EXPIRES", "LAST USED", "CREATED BY", "LABEL"];

/** Returns keys as lines with aligned columns. Without keys there are no lines. */
export function keyTable(keys: readonly ListedKey[], now: Date): readonly string[] {
  if (keys.length === 0) return [];
  const rows = [
    TITLES,
    ...keys.map((key) => [
      ...[key.id, key.kind, stateOf(key, now), timeText(key.createdAt), timeText(key.expiresAt)],
      ...[timeText(key.lastUsedAt), key.createdBy, key.label],
    ]),
  ];
  const widths = TITLES.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Returns a time to the minute, in UTC. */
export function timeText(time: string | null): string {
  return time === null ? "never" : `${time.slice(0, 10)} ${time.slice(11, 16)}Z`;
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && new Date(expiresAt) <= now ? "expired" : "valid";
}
