import type { Caller, UserAuthenticator } from "@network-access/access/caller";
import { type Failure, generalFailures, present } from "@network-access/service-runtime/failure";
import { type Problem, Refusal, refusal } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import { eventStream } from "../live-states/event-stream.ts";
import type { LiveStates } from "../live-states/live-states.ts";
import { publishStates } from "../live-states/publish-states.ts";
import type { StreamBounds, StreamPlaces } from "../live-states/stream-places.ts";
import { canExist } from "../requests/delete-change-request.ts";
import { unknownChangeRequest } from "../requests/failures.ts";

/** Serves `GET /change-requests/{id}/events`: the state of one change request, as server-sent events. */
export function eventsRoute(needs: {
  readonly authenticate: UserAuthenticator;
  readonly live: Pick<LiveStates, "watch">;
  readonly places: StreamPlaces;
  readonly bounds: StreamBounds;
  readonly heartbeatMs: number;
  /**
   * Each caller reconnects after half to one and a half times this interval, so that not all callers return at the same
   * time.
   */
  readonly retryMs: number;
  readonly now: () => Date;
}): Route {
  const { authenticate, live, places, bounds, heartbeatMs, retryMs, now } = needs;
  return {
    method: "GET",
    path: "/change-requests/:id/events",
    async handle(request) {
      const { headers, params, query, over, stopping } = request;
      const { id = "" } = params;
      const caller = await admit(request);
      const [parameter] = query.keys();
      if (parameter !== undefined) throw unknownParameter(parameter);
      const place = places.take(caller.subject, over);
      if (place !== "taken") throw new Refusal(tooMany(place, bounds));
      const watched = canExist(id) ? await live.watch(id, over) : undefined;
      if (!watched) throw refused(unknownChangeRequest(id));
      const lastEventId = headers["last-event-id"]?.toString();
      const events = publishStates({ watched, caller, lastEventId, over, stopping, heartbeatMs, now });
      return eventStream(events, { retryMs: retryMs * (0.5 + Math.random()) });
    },
  };

  /**
   * Authenticates the caller of a stream. Every expired token is refused, without the usual tolerance for clock skew. A
   * stream ends when its token expires, so no stream may begin after that time.
   */
  async function admit({ headers }: HttpRequest): Promise<Caller> {
    const user = await authenticate(headers.authorization);
    if (!user.ok) throw refusal(user.refusal);
    const { caller } = user;
    annotateRequest({ caller: caller.subject });
    if (caller.expiresAt.getTime() <= now().getTime()) throw refusal(expired);
    if (!caller.may("change-request:view")) throw refused({ kind: "forbidden", permission: "change-request:view" });
    return caller;
  }
}

const expired = {
  status: 401,
  code: "UNAUTHENTICATED",
  message: "the token is expired; get a new one and send it again",
} as const;

function refused(failure: Failure): Refusal {
  return refusal(present(generalFailures, failure));
}

function unknownParameter(name: string): Refusal {
  const path = name.slice(0, 64);
  const message = "is not a parameter of this address; leave it out (a token goes into the header authorization)";
  return refused({ kind: "invalid-input", fields: [{ path, message }] });
}

function tooMany(place: "all-taken" | "caller-has-enough", { mostPerCaller }: StreamBounds): Problem {
  const headers = { "retry-after": "10" };
  return place === "all-taken"
    ? { status: 503, code: "RATE_LIMITED", message: "too many streams are open here; try again in 10 seconds", headers }
    : {
        status: 429,
        code: "RATE_LIMITED",
        message: `you have ${mostPerCaller} streams open here, which is the most; close one first`,
        headers,
      };
}
