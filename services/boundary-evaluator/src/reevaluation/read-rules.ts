import type { Rule } from "@network-access/firewall-rules/rule";
import { type ContentStore, contentKey } from "../inputs/content-store.ts";

/** Reads stored rules by hash. At most 100 hashes may be given. */
export async function readRules(
  contents: Pick<ContentStore, "readMany">,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, readonly Rule[]>> {
  const distinct = [...new Set(hashes)];
  const texts = await contents.readMany(distinct.map(contentKey.rules));
  return new Map(
    distinct.flatMap((hash) => {
      const text = texts.get(contentKey.rules(hash));
      if (text === undefined) return [];
      const rules: readonly Rule[] = JSON.parse(text);
      return [[hash, rules] as const];
    }),
  );
}
