import type { Calls } from "./calls/call.ts";
import { deviceCalls } from "./calls/device-calls.ts";
import { entityCalls } from "./calls/entity-calls.ts";
import { noteCalls } from "./calls/note-calls.ts";
import { revisionCalls } from "./calls/revision-calls.ts";
import { searchCalls } from "./calls/search-calls.ts";
import { userCalls } from "./calls/user-calls.ts";
import type { PreparedEstate } from "./described-estate.ts";

/** Returns the calls of every operation, by the name of the operation. */
export function describedCalls(estate: PreparedEstate): Readonly<Record<string, Calls>> {
  return {
    ...deviceCalls(estate),
    ...revisionCalls(estate),
    ...searchCalls(estate),
    ...userCalls(estate),
    ...noteCalls(estate),
    ...entityCalls(estate),
  };
}
