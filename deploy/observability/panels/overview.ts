import type { Dashboard } from "./dashboard.ts";
import { largest, quantile, rate, select, share, total } from "./expressions.ts";

const requests = "http_request_duration_seconds";
const ofUsers = 'route!~"/healthz|/readyz|/metrics"';

export const overview: Dashboard = {
  name: "overview",
  title: "overview",
  panels: [
    {
      title: "Replicas that are ready",
      unit: "short",
      queries: [[`sum by (job) (min by (namespace, job, instance) (${select("readiness_check_passing")}))`, "{{job}}"]],
    },
    {
      title: "Readiness checks that fail",
      unit: "short",
      queries: [[`sum by (job, check) (1 - ${select("readiness_check_passing")})`, "{{job}}: {{check}}"]],
    },
    { title: "Requests", unit: "reqps", queries: [[rate(`${requests}_count`, "job", ofUsers), "{{job}}"]] },
    {
      title: "Requests with a status of 500 or above",
      description: "Errors of GraphQL have the status 200; the dashboard of the graph shows them.",
      unit: "percentunit",
      queries: [[share(`${requests}_count`, "job", 'status=~"5.."', ofUsers), "{{job}}"]],
    },
    {
      title: "Duration of requests, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, requests, "job", ofUsers), "{{job}}"]],
    },
    { title: "Requests in flight", unit: "short", queries: [[total("http_requests_in_flight", "job"), "{{job}}"]] },
    {
      title: "Memory of requests in flight",
      description: "Further requests are refused when a replica reaches REQUEST_MEMORY_BYTES.",
      unit: "bytes",
      queries: [[largest("http_request_memory_bytes", "job"), "{{job}}"]],
    },
    {
      title: "Connections",
      unit: "short",
      queries: [
        [total("http_connections_open", "job"), "{{job}} open"],
        [`sum by (job) (increase(${select("http_connections_refused_total")}[$__rate_interval]))`, "{{job}} refused"],
      ],
    },
    {
      title: "Calls between services that fail",
      unit: "percentunit",
      queries: [
        [
          share("service_call_duration_seconds_count", "job, callee", 'outcome=~"unavailable|timeout"'),
          "{{job}} to {{callee}}",
        ],
      ],
    },
    {
      title: "Periodic tasks that fail",
      unit: "ops",
      queries: [[rate("periodic_runs_total", "job, task", 'outcome="failed"'), "{{job}}: {{task}}"]],
    },
    {
      title: "Cache hits",
      unit: "percentunit",
      queries: [[share("cache_lookups_total", "job, cache", 'outcome="hit"'), "{{job}}: {{cache}}"]],
    },
    { title: "Processor time", unit: "short", queries: [[rate("process_cpu_seconds_total", "job"), "{{job}}"]] },
    {
      title: "Memory of the largest replica",
      unit: "bytes",
      queries: [[largest("process_resident_memory_bytes", "job"), "{{job}}"]],
    },
    {
      title: "Event loop delay, 99th percentile",
      unit: "s",
      queries: [[largest("nodejs_eventloop_lag_p99_seconds", "job"), "{{job}}"]],
    },
  ],
};
