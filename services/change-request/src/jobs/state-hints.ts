import type { RedisSettings } from "@network-access/service-runtime/connect-redis";
import type { Logger } from "@network-access/service-runtime/logger";
import { z } from "zod";
import { type Broadcast, createBroadcast } from "../live-states/redis-broadcast.ts";

/**
 * A hint that the state of this change request may have changed, so that processes read the state again. A forged hint
 * causes a read but cannot set a state.
 */
const StateHint = z.object({ id: z.string() });
type StateHint = z.infer<typeof StateHint>;

/**
 * Creates the channel over which the replicas of this service send each other state hints. `onHint` gets the id of the
 * change request of each hint.
 */
export function createStateHints(options: {
  readonly onHint: (id: string) => void;
  readonly redis: RedisSettings;
  readonly prefix: string;
  readonly logger: Logger;
}): Broadcast<StateHint> {
  const { onHint, ...queue } = options;
  return createBroadcast({
    ...queue,
    channel: "change-request-states",
    payload: StateHint,
    onMessage: ({ id }) => onHint(id),
  });
}
