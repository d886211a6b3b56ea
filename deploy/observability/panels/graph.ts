import type { Dashboard } from "./dashboard.ts";
import { quantile, rate, select, share } from "./expressions.ts";

const operations = "graphql_operation_duration_seconds";
const requests = "subgraph_request_duration_seconds";

export const graph: Dashboard = {
  name: "graph",
  title: "graph",
  panels: [
    {
      title: "Operations",
      description: "By top-level field. `several` has more than one, and `none` is a document that can't run.",
      unit: "reqps",
      queries: [[rate(`${operations}_count`, "job, operation"), "{{job}}: {{operation}}"]],
    },
    {
      title: "Operations that fail",
      unit: "percentunit",
      queries: [[share(`${operations}_count`, "job, operation", 'outcome="failed"'), "{{job}}: {{operation}}"]],
    },
    {
      title: "Operations that are refused",
      description: "Because of their input, or because the caller lacks a permission.",
      unit: "percentunit",
      queries: [[share(`${operations}_count`, "job, operation", 'outcome="refused"'), "{{job}}: {{operation}}"]],
    },
    {
      title: "Operations whose caller left",
      unit: "reqps",
      queries: [[rate(`${operations}_count`, "job", 'outcome="left"'), "{{job}}"]],
    },
    {
      title: "Duration of operations, median",
      unit: "s",
      queries: [[quantile(0.5, operations, "job, operation", 'outcome="ok"'), "{{job}}: {{operation}}"]],
    },
    {
      title: "Duration of operations, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, operations, "job, operation", 'outcome="ok"'), "{{job}}: {{operation}}"]],
    },
    {
      title: "Requests of the gateway to subgraphs",
      unit: "reqps",
      queries: [[rate(`${requests}_count`, "subgraph, outcome"), "{{subgraph}}: {{outcome}}"]],
    },
    {
      title: "Duration of requests to subgraphs, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, requests, "subgraph", 'outcome="answered"'), "{{subgraph}}"]],
    },
    {
      title: "Repeated requests to subgraphs",
      unit: "reqps",
      queries: [[rate("subgraph_retries_total", "subgraph"), "{{subgraph}}"]],
    },
    {
      title: "Operations and plans found in caches",
      unit: "percentunit",
      queries: [[share("cache_lookups_total", "cache", 'outcome="hit"', 'cache=~"operations|plans"'), "{{cache}}"]],
    },
    {
      title: "Watched change requests",
      unit: "short",
      queries: [
        [`sum by (job) (${select("change_requests_watched")})`, "watched"],
        [quantile(0.95, "watch_poll_seconds", ""), "poll, 95th percentile (s)"],
      ],
    },
    {
      title: "Hints between replicas",
      description: "A lost hint delays a state by at most two seconds.",
      unit: "ops",
      queries: [[rate("broadcast_messages_total", "channel, outcome"), "{{channel}}: {{outcome}}"]],
    },
  ],
};
