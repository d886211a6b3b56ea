import type { Logger } from "@network-access/service-runtime/logger";
import { z } from "zod";
import { type Broadcast, createBroadcast } from "../live-states/redis-broadcast.ts";

/** Something of this change request may have changed: look at the record. Who can send one causes a look, never a state. */
const StateHint = z.object({ id: z.string() });
type StateHint = z.infer<typeof StateHint>;

/** Hints between the processes of this service. */
export function createStateHints(options: {
  readonly hear: (id: string) => void;
  readonly redisUrl: string;
  readonly prefix: string;
  readonly logger: Logger;
}): Broadcast<StateHint> {
  const { hear, ...engine } = options;
  return createBroadcast({
    ...engine,
    channel: "change-request-states",
    payload: StateHint,
    hear: ({ id }) => hear(id),
  });
}
