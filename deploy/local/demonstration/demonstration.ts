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
 * The committed demonstration estate: the inputs for the public interfaces, and the verdicts that they must produce.
 */
export interface Demonstration {
  items: Record<string, unknown>[];
  groups: { id: string }[];
  boundaries: { id: string }[];
  changeRequests: { expected: Expected; because: string; input: { id: string; name: string } }[];
  /** The hash of the files that describe the estate. If it changed since the last load, the estate is loaded again. */
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

/** Reads one item from each line. Spaces separate addresses and tags. Empty fields are left out. */
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
