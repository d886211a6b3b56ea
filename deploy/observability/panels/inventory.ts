import type { Dashboard } from "./dashboard.ts";
import { largest, quantile, rate, select, share } from "./expressions.ts";

const requests = "http_request_duration_seconds";
const routes = 'route=~"/inventory.*|/groups/.+"';

export const inventory: Dashboard = {
  name: "inventory",
  title: "inventory and feeds",
  panels: [
    {
      title: "Age of the oldest change that is not in the index",
      unit: "s",
      queries: [[largest("inventory_index_lag_seconds", "index"), "{{index}}"]],
    },
    {
      title: "How long the feed that is furthest behind has lacked a change",
      description: "`held`: a mass change waits for approval. `refresh`: the members are not computed yet.",
      unit: "s",
      queries: [[largest("inventory_feed_lag_seconds", "cause"), "{{cause}}"]],
    },
    {
      title: "Fetches of feeds",
      unit: "reqps",
      queries: [[rate("inventory_feed_fetches_total", "outcome"), "{{outcome}}"]],
    },
    {
      title: "Feeds found in the cache",
      unit: "percentunit",
      queries: [[share("cache_lookups_total", "cache", 'outcome="hit"', 'cache=~"feeds|filters"'), "{{cache}}"]],
    },
    {
      title: "REST requests",
      unit: "reqps",
      queries: [[rate(`${requests}_count`, "method, route", routes), "{{method}} {{route}}"]],
    },
    {
      title: "REST requests with a status of 500 or above",
      unit: "percentunit",
      queries: [[share(`${requests}_count`, "method, route", 'status=~"5.."', routes), "{{method}} {{route}}"]],
    },
    {
      title: "Duration of REST requests, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, requests, "method, route", routes), "{{method}} {{route}}"]],
    },
    {
      title: "Items and groups that need attention",
      unit: "short",
      queries: [
        [largest("inventory_items", "state"), "items: {{state}}"],
        [largest("inventory_groups", "state"), "groups: {{state}}"],
      ],
    },
    {
      title: "Items refused by the index, and mass changes that began to wait",
      unit: "short",
      queries: [
        [`sum by (job) (increase(${select("inventory_unsearchable_items_total")}[$__rate_interval]))`, "items refused"],
        [`sum by (job) (increase(${select("inventory_group_changes_held_total")}[$__rate_interval]))`, "changes held"],
      ],
    },
    {
      title: "Groups computed again",
      unit: "ops",
      queries: [[rate("job_duration_seconds_count", "outcome", 'queue="refresh-group"'), "{{outcome}}"]],
    },
  ],
};
