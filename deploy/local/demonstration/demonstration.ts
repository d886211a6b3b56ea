import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The expected verdict of one change request. */
export interface Expected {
  state: string;
  score?: number;
  /** Findings that the verdict must have. The verdict can also have other findings. */
  findings?: string[];
}

/**
 * The committed demonstration estate. It contains the inputs of the public interfaces, and the verdict that each change
 * request must get.
 */
export interface Demonstration {
  items: Record<string, unknown>[];
  groups: { id: string }[];
  boundaries: { id: string }[];
  changeRequests: { expected: Expected; because: string; input: { id: string; name: string } }[];
  /** The hash of the estate's files. If it differs from the hash of the last load, the estate is loaded again. */
  fingerprint: string;
}

export function readDemonstration(folder: string = import.meta.dirname): Demonstration {
  const texts = ["items.csv", "groups.yaml", "boundaries.yaml", "change-requests.yaml"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  const [items = "", groups = "", boundaries = "", changeRequests = ""] = texts;
  return {
    items: readItems(items),
    groups: parse(groups) as Demonstration["groups"],
    boundaries: parse(boundaries) as Demonstration["boundaries"],
    changeRequests: parse(changeRequests) as Demonstration["changeRequests"],
    fingerprint: createHash("sha256").update(texts.join("\0")).digest("hex"),
  };
}

/**
 * Parses one item from each line of a CSV text. A field with several addresses or tags separates them with spaces.
 * Empty fields are left out of the item.
 */
export function readItems(csv: string): Record<string, unknown>[] {
  const [head = "", ...lines] = csv.trimEnd().split("\n");
  const columns = head.split(",");
  return lines.map((line) => {
    const fields = line.split(",");
    const row: Record<string, string> = Object.fromEntries(
      columns.map((name, place) => [name, fields[place] ?? ""]).filter(([, value]) => value !== ""),
    );
    const { ips, tags, model, ...plain } = row;
    return {
      ...plain,
      ips: ips?.split(" ") ?? [],
      ...(tags === undefined ? {} : { tags: Object.fromEntries(tags.split(" ").map((tag) => tag.split("="))) }),
      ...(model === undefined ? {} : { item: { model } }),
    };
  });
}
