import type { Dashboard } from "./dashboard.ts";
import { largest, quantile, rate, select, share } from "./expressions.ts";

const requests = "http_request_duration_seconds";
const routes = 'route=~"/securitymanager/.+|/policyplanner/.+"';
const calls = "tool_call_duration_seconds";

export const estate: Dashboard = {
  name: "estate",
  title: "security manager and tools",
  panels: [
    {
      title: "Age of the oldest revision that is not searched yet",
      unit: "s",
      queries: [[largest("manager_index_lag_seconds", "index"), "{{index}}"]],
    },
    {
      title: "Time from an upload until it is searched, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, "manager_revision_searchable_seconds", ""), "revision"]],
    },
    {
      title: "Requests to the security manager",
      unit: "reqps",
      queries: [[rate(`${requests}_count`, "method, route", routes), "{{method}} {{route}}"]],
    },
    {
      title: "Requests to the security manager with a status of 500 or above",
      unit: "percentunit",
      queries: [[share(`${requests}_count`, "method, route", 'status=~"5.."', routes), "{{method}} {{route}}"]],
    },
    {
      title: "Duration of requests to the security manager, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, requests, "method, route", routes), "{{method}} {{route}}"]],
    },
    { title: "Calls of tools", unit: "reqps", queries: [[rate(`${calls}_count`, "tool"), "{{tool}}"]] },
    {
      title: "Calls of tools that fail",
      unit: "percentunit",
      queries: [[share(`${calls}_count`, "tool", 'outcome=~"error|manager-failure|timeout"'), "{{tool}}"]],
    },
    {
      title: "Duration of calls, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, calls, "tool"), "{{tool}}"]],
    },
    {
      title: "Calls that took 20 s",
      unit: "short",
      queries: [[`sum by (tool) (increase(${select("tool_call_timeouts_total")}[$__rate_interval]))`, "{{tool}}"]],
    },
    {
      title: "Rate limit",
      description: "While Redis is away, each replica limits the rate by itself.",
      unit: "reqps",
      queries: [
        [rate("tool_rate_draws_total", "bucket, outcome"), "{{bucket}}: {{outcome}}"],
        [largest("tool_rate_redis_away", "job"), "Redis is away"],
      ],
    },
    {
      title: "Age of the copy of the users",
      unit: "s",
      queries: [[`time() - min by (job) (${select("tool_user_directory_copied_seconds")})`, "{{job}}"]],
    },
    {
      title: "Searches of the documentation",
      unit: "reqps",
      queries: [[rate("documentation_searches_total", "index"), "{{index}}"]],
    },
  ],
};
