import { gunzipSync, gzipSync } from "node:zlib";
import type { DiscoveredItem } from "./discovered-item.ts";

const BLOCK_CHARACTERS = 1_000_000;

/**
 * Items in the order in which they were found. They are kept in memory in compressed form, which takes a tenth of the
 * size of their JSON.
 */
export interface KeptItems {
  readonly count: number;
  /** `cell` is the number of the item's cell. */
  add(cell: number, item: DiscoveredItem): void;
  /** Returns the items of these cells as JSON texts. */
  of(cells: ReadonlySet<number>): Iterable<string>;
}

export function keepItems(): KeptItems {
  const blocks: { readonly packed: Buffer; readonly cells: ReadonlySet<number> }[] = [];
  let open: { cell: number; text: string }[] = [];
  let characters = 0;
  let count = 0;

  const close = () => {
    const text = open.map(({ cell, text }) => `${cell} ${text}`).join("\n");
    blocks.push({ packed: gzipSync(text, { level: 1 }), cells: new Set(open.map(({ cell }) => cell)) });
    open = [];
    characters = 0;
  };
  return {
    get count() {
      return count;
    },
    add(cell, item) {
      const text = JSON.stringify(item);
      open.push({ cell, text });
      count += 1;
      characters += text.length;
      if (characters >= BLOCK_CHARACTERS) close();
    },
    *of(cells) {
      if (open.length > 0) close();
      for (const block of blocks) {
        if (block.cells.isDisjointFrom(cells)) continue;
        for (const line of gunzipSync(block.packed).toString().split("\n")) {
          const gap = line.indexOf(" ");
          if (cells.has(Number(line.slice(0, gap)))) yield line.slice(gap + 1);
        }
      }
    },
  };
}
