import type { Caller } from "@network-access/access/caller";

/** The context that every resolver of this subgraph receives. */
export interface ChangeRequestContext {
  readonly caller: Caller;
}
