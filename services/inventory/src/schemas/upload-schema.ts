import { z } from "zod";
import { line, list, members } from "./bounded-schemas.ts";

/** Maximum number of items of an upload. */
const MOST_ITEMS = 1_000;
const MOST_SCOPE_TEXTS = 1_000;

export const DiscoveryId = line(256, "is missing; send a text that names this discovery run").meta({
  description: "Names the discovery run. The first upload with a new one opens the run.",
  examples: ["2026-11-20T04:00Z"],
});

const scopeWords = "must be a list of 1 to 1,000 texts; leave it out to mean all";
const scopeList = (of: string) =>
  list(line(1_024), { least: 1, most: MOST_SCOPE_TEXTS }, { wrongType: scopeWords, wrongLength: () => scopeWords })
    .nullish()
    .meta({ description: `Only these ${of}; left out, all.` });

export const ScopeBody = members(
  { accountIds: scopeList("accounts"), regions: scopeList("regions"), types: scopeList("types") },
  {
    wrongType: "is not an object; send accountIds, regions or types, or leave it out",
    known: "is not known here; a scope has accountIds, regions and types",
  },
);

/** The body of an upload. Its items are parsed one by one, so that an invalid item never blocks a valid one. */
export const UploadBody = members(
  {
    discoveryId: DiscoveryId,
    scope: ScopeBody.nullish().meta({
      description: "What the run covers. Fixed by its first upload; a later one sends the same or leaves it out.",
    }),
    items: list(
      z.unknown().meta({ $ref: "#/components/schemas/UploadedItem" }),
      { least: 1, most: MOST_ITEMS },
      {
        missing: `is missing; send a list of 1 to ${MOST_ITEMS} items`,
        wrongType: `is not a list; send a list of 1 to ${MOST_ITEMS} items`,
        wrongLength: (found) => `has ${found} entries; 1 to ${MOST_ITEMS} work`,
      },
    ),
  },
  {
    wrongType: "the body is not an object; send discoveryId and items",
    known: "is not known here; send discoveryId, items and perhaps scope",
  },
);
