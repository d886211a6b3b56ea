import { z } from "zod";
import { members } from "./bounded-schemas.ts";
import { DiscoveryId, ScopeBody } from "./upload-schema.ts";

/** The body of a clean-up. */
export const CleanUpBody = members(
  {
    discoveryId: DiscoveryId,
    scope: ScopeBody.nullish().meta({ description: "The scope of the run; send the same or leave it out." }),
    force: z
      .boolean("is neither true nor false; send one, or leave it out")
      .nullish()
      .meta({ description: "Removes even more than 100 items and more than 30 % of them; never everything." }),
  },
  {
    wrongType: "the body is not an object; send discoveryId",
    known: "is not known here; send discoveryId and perhaps scope and force",
  },
);
