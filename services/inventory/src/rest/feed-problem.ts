import type { Problem } from "@network-access/service-runtime/http-reply";
import type { ConsumerRefusal } from "../feeds/admit-consumer.ts";
import type { FeedAnswer } from "../feeds/read-feed.ts";

/** Every result of fetching a feed, except a list and "unchanged". */
export type FeedFailure = ConsumerRefusal | Exclude<FeedAnswer, { kind: "list" | "unchanged" }>;

/**
 * Converts a failure to a problem response. Only a permanent failure gets a 4xx status, because after a 401 or 403,
 * firewalls delete the list that they fetched earlier. After a 5xx status they keep the list.
 */
export function feedProblem(failure: FeedFailure): Problem {
  const table: { readonly [Kind in FeedFailure["kind"]]: (failure: Extract<FeedFailure, { kind: Kind }>) => Problem } =
    problems;
  const present: (failure: never) => Problem = table[failure.kind];
  return present(failure as never);
}

const challenge = { "www-authenticate": 'Basic realm="feeds", charset="UTF-8", Bearer realm="feeds"' };

const problems = {
  "no-credentials": () => ({
    status: 401,
    code: "UNAUTHENTICATED",
    message: 'a feed token is needed: send "authorization: Bearer <secret>", or its id and secret by HTTP Basic',
    headers: challenge,
  }),
  "wrong-credentials": () => ({
    status: 401,
    code: "UNAUTHENTICATED",
    message: "this is not the id and secret of a feed token; a connector's or a user's credentials don't open feeds",
    headers: challenge,
  }),
  "user-token": () => ({
    status: 403,
    code: "FORBIDDEN",
    message: "a user's token does not open feeds; issueFeedToken gives a token for one group",
  }),
  "other-group": ({ groupId }: { readonly groupId: string }) => ({
    status: 403,
    code: "FORBIDDEN",
    message: `this token is for the feed of group "${groupId}" alone`,
  }),
  "group-gone": () => ({
    status: 410,
    code: "GONE",
    message: "the group of this token was deleted; take its feed out of the firewall",
  }),
  "not-ready": () => ({
    status: 503,
    code: "UPSTREAM_UNAVAILABLE",
    message: "the group is being filled for the first time; try again in a few seconds",
    headers: { "retry-after": "2" },
  }),
  "database-away": () => ({
    status: 503,
    code: "UPSTREAM_UNAVAILABLE",
    message: "the list can't be read right now; keep the last one and try again",
    headers: { "retry-after": "10" },
  }),
  "too-long": ({ addressCount, max }: { readonly addressCount: number; readonly max: number }) => ({
    status: 507,
    code: "LIST_TOO_LONG",
    message: `the list has ${addressCount} entries and max is ${max}; make the group smaller, or raise max with what the firewall can take`,
    fields: [{ path: "max", message: `is ${max}; the list has ${addressCount} entries` }],
  }),
};
