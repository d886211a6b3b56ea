import type { UserAuthenticator } from "@network-access/access/caller";
import type { Route } from "@network-access/service-runtime/http-request";
import type { Logger } from "@network-access/service-runtime/logger";
import { gauge, histogram } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { Config } from "./config.ts";
import { eventsRoute } from "./http/events-route.ts";
import { createStateHints } from "./jobs/state-hints.ts";
import { createLiveStates } from "./live-states/live-states.ts";
import { createStreamPlaces } from "./live-states/stream-places.ts";
import type { ChangeRequestStore } from "./requests/change-request-store.ts";

const watched = gauge({ name: "change_requests_watched", help: "Distinct change requests with open streams" });
const polls = histogram({ name: "watch_poll_seconds", help: "Duration of a poll of all watched change requests" });

/**
 * Creates the parts that stream live states: the HTTP route, the hints and the polling of the database. With a hint, a
 * process notifies the other processes that a state has changed. If hints are lost, polling still finds the changes.
 */
export function createEvents(options: {
  readonly config: Pick<Config, "events" | "jobs">;
  readonly store: Pick<ChangeRequestStore, "shownStates">;
  readonly authenticate: UserAuthenticator;
  readonly now: () => Date;
  readonly logger: Logger;
}): { readonly route: Route; readonly hint: (id: string) => void; readonly parts: readonly Part[] } {
  const { config, store, authenticate, now, logger } = options;
  const { bounds, heartbeatMs, retryMs, pollEveryMs } = config.events;
  const live = createLiveStates({ store });
  const hints = createStateHints({ ...config.jobs, logger, onHint: live.hint });
  const polling = createPeriodic({
    name: "poll watched requests",
    everyMs: pollEveryMs,
    logger,
    async task() {
      watched.set(live.watched());
      const stop = polls.startTimer();
      await live.pollAll();
      stop();
    },
  });
  return {
    route: eventsRoute({ authenticate, live, places: createStreamPlaces(bounds), bounds, heartbeatMs, retryMs, now }),
    hint: (id) => hints.publish({ id }),
    parts: [hints, polling],
  };
}
