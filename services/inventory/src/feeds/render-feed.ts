import type { FilledGroup } from "./fed-group.ts";

/** All formats in which a feed is served. The first one is the default. */
export const feedFormats = ["text", "json", "csv", "checkpoint"] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** Describes how a list is rendered in one format: the texts around its entries, and the text of each entry. */
export interface FeedForm {
  readonly contentType: string;
  readonly open: string;
  readonly close: string;
  readonly separator: string;
  /** The text that an empty list has in place of entries. */
  readonly empty: string;
  /** Renders one entry from a CIDR of the list. */
  readonly entry: (cidr: string) => string;
}

/**
 * Returns how the addresses of a group are printed in the given format. Only `open` and `close` may contain data of the
 * group or of its revision.
 */
export function feedFormOf(format: FeedFormat, group: FilledGroup): FeedForm {
  switch (format) {
    case "text": {
      const empty = "# no addresses\n";
      return { contentType: plainText, open: "", close: "", separator: "", empty, entry: (cidr) => `${bare(cidr)}\n` };
    }
    case "csv": {
      const entry = (cidr: string) => `${bare(cidr)},${cidr.includes(":") ? 6 : 4}\n`;
      return { contentType: csvText, open: "address,family\n", close: "", separator: "", empty: "", entry };
    }
    case "json": {
      const { id: groupId, revision, members } = group;
      return { ...inJson({ groupId, revision, updatedAt: members.updatedAt, addresses: [] }, "]}"), ...entries };
    }
    case "checkpoint": {
      const members = { name: group.id, id: group.uuid, description: "Addresses of the group's members", ranges: [] };
      const file = { version: "1.0", description: "Addresses of an inventory group", objects: [members] };
      return { ...inJson(file, "]}]}"), ...entries };
    }
  }
}

const plainText = "text/plain; charset=utf-8";
const csvText = "text/csv; charset=utf-8; header=present";

const entries = { separator: ",", empty: "", entry: (cidr: string) => `"${bare(cidr)}"` };

/**
 * Splits the JSON of `value` inside its last list, which must be empty. The entries belong at this place. `close` is
 * the JSON that follows, starting with the bracket that closes the list.
 */
function inJson(value: object, close: string) {
  const text = JSON.stringify(value);
  return { contentType: "application/json; charset=utf-8", open: text.slice(0, -close.length), close: `${close}\n` };
}

/** Removes the prefix of a single host's CIDR. */
function bare(cidr: string): string {
  return cidr.endsWith(cidr.includes(":") ? "/128" : "/32") ? cidr.slice(0, cidr.lastIndexOf("/")) : cidr;
}
