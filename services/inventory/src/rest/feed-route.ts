import { fieldErrors } from "@network-access/firewall-rules/field-error";
import { namesEtag, prefersGzip } from "@network-access/service-runtime/conditional";
import { Refusal, type Reply } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { counter } from "@network-access/service-runtime/metrics";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { AdmittedConsumer, admitConsumer } from "../feeds/admit-consumer.ts";
import type { FeedAnswer, FeedOptions } from "../feeds/read-feed.ts";
import { feedFormats } from "../feeds/render-feed.ts";
import { shorten } from "../schemas/bounded-schemas.ts";
import { type FeedFailure, feedProblem } from "./feed-problem.ts";
import { failed } from "./replying.ts";

interface Needs {
  readonly admitConsumer: (authorization: string | undefined, groupId: string) => ReturnType<typeof admitConsumer>;
  readonly readFeed: (admitted: AdmittedConsumer, options: FeedOptions) => Promise<FeedAnswer>;
}

const fetches = counter({
  name: "inventory_feed_fetches_total",
  help: "Fetches of feeds, by outcome",
  labels: ["outcome"],
});

const outcomes = [
  ...["list", "unchanged", "list-stale", "unchanged-stale", "bad-request", "too-long", "not-ready", "database-away"],
  ...["no-credentials", "user-token", "wrong-credentials", "other-group", "group-gone"],
];

/** `GET /groups/{groupId}/addresses`: the addresses of a group, for firewalls. */
export function createFeedRoute(needs: Needs): Route {
  for (const outcome of outcomes) fetches.inc({ outcome }, 0);
  return {
    method: "GET",
    path: "/groups/:groupId/addresses",
    async handle(request) {
      const { authorization } = request.headers;
      const admission = await needs.admitConsumer(authorization, request.params.groupId ?? "");
      if (!admission.ok) throw refusalOf(admission.refusal);
      const { token } = admission.admitted;
      annotateRequest({ group: token.groupId, consumer: token.consumer });
      return replyWith(await needs.readFeed(admission.admitted, readOptions(request)));
    },
  };
}

function readOptions({ query, headers }: HttpRequest): FeedOptions {
  const errors = fieldErrors();
  for (const name of new Set(query.keys())) {
    if (name !== "format" && name !== "max") errors.add(shorten(name), "is not a parameter of a feed; leave it out");
    else if (query.getAll(name).length > 1) errors.add(name, "is given more than once; once works");
  }
  const [standard] = feedFormats;
  const asked = query.get("format") ?? standard;
  const format = feedFormats.find((known) => known === asked);
  if (!format) errors.add("format", `"${shorten(asked)}" is not a format; ${feedFormats.join(", ")} work`);
  const most = query.get("max");
  const max = most === null ? null : Number(most);
  if (most !== null && !/^[1-9]\d{0,8}$/.test(most))
    errors.add("max", `"${shorten(most)}" is not a number of entries; 1 to 999999999 works`);
  if (!errors.empty || !format) {
    fetches.inc({ outcome: "bad-request" });
    throw failed({ kind: "invalid-input", fields: errors.all() });
  }
  return {
    format,
    max,
    packed: prefersGzip(headers["accept-encoding"]?.toString()),
    holds: (etag) => namesEtag(headers["if-none-match"], etag),
  };
}

function refusalOf(failure: FeedFailure): Refusal {
  fetches.inc({ outcome: failure.kind });
  return new Refusal(feedProblem(failure));
}

function replyWith(answer: FeedAnswer): Reply {
  if (answer.kind !== "list" && answer.kind !== "unchanged") throw refusalOf(answer);
  const { kind, etag, revision, stale } = answer;
  fetches.inc({ outcome: stale ? `${kind}-stale` : kind });
  const headers = {
    etag,
    "x-group-revision": String(revision),
    "cache-control": "private, no-cache",
    vary: "accept-encoding",
    ...(stale ? { warning: '110 - "there may be newer addresses that can not be read right now"' } : {}),
  };
  if (kind === "unchanged") return { status: 304, headers };
  const { contentType, isPacked, body } = answer.list;
  const encoding = isPacked ? { "content-encoding": "gzip" } : undefined;
  return { status: 200, headers: { ...headers, "content-type": contentType, ...encoding }, body };
}
