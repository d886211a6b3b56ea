import type { Caller } from "@network-access/access/caller";

/** What every resolver of this subgraph gets. */
export interface ChangeRequestContext {
  readonly caller: Caller;
}
