import type { Dashboard } from "./dashboard.ts";
import { largest, quantile, rate, select, share, total } from "./expressions.ts";

export const evaluation: Dashboard = {
  name: "evaluation",
  title: "jobs and evaluations",
  panels: [
    {
      title: "Jobs that wait",
      description: "Every replica reports the whole queue.",
      unit: "short",
      queries: [[largest("jobs_waiting", "queue"), "{{queue}}"]],
    },
    {
      title: "Age of the oldest job that waits",
      unit: "s",
      queries: [[largest("jobs_oldest_waiting_seconds", "queue"), "{{queue}}"]],
    },
    {
      title: "Attempts of jobs",
      unit: "ops",
      queries: [[rate("job_duration_seconds_count", "queue, outcome"), "{{queue}}: {{outcome}}"]],
    },
    {
      title: "Time from sending to the first attempt, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, "job_wait_seconds", "queue"), "{{queue}}"]],
    },
    {
      title: "Duration of an attempt, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, "job_duration_seconds", "queue", 'outcome="done"'), "{{queue}}"]],
    },
    {
      title: "Jobs in progress, lost and not sent",
      unit: "short",
      queries: [
        [total("jobs_running", "queue"), "{{queue}} in progress"],
        [`sum by (queue) (increase(${select("jobs_stalled_total")}[$__rate_interval]))`, "{{queue}} lost its worker"],
        [
          `sum by (queue) (increase(${select("jobs_sent_total", 'outcome="unavailable"')}[$__rate_interval]))`,
          "{{queue}} not sent",
        ],
      ],
    },
    { title: "Evaluations", unit: "ops", queries: [[rate("evaluations_total", "job, state"), "{{job}}: {{state}}"]] },
    {
      title: "Evaluations that end in Error",
      unit: "percentunit",
      queries: [[share("evaluations_total", "job", 'state="Error"'), "{{job}}"]],
    },
    {
      title: "Duration of an evaluation, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, "evaluation_duration_seconds", "job, phase"), "{{job}}: {{phase}}"]],
    },
    {
      title: "Evaluations that wait for a judge thread",
      unit: "short",
      queries: [[total("evaluations_waiting", "job"), "{{job}}"]],
    },
    {
      title: "Size of an evaluation, 95th percentile",
      unit: "short",
      queries: [
        [quantile(0.95, "evaluation_rules", "job"), "{{job}}: rules"],
        [quantile(0.95, "evaluation_boundaries", "job"), "{{job}}: boundaries"],
        [quantile(0.95, "evaluation_cidrs", "job"), "{{job}}: CIDRs"],
      ],
    },
    {
      title: "Boundaries and addresses found in caches",
      unit: "percentunit",
      queries: [
        [
          share("cache_lookups_total", "job, cache", 'outcome="hit"', 'cache=~"addresses|boundaries"'),
          "{{job}}: {{cache}}",
        ],
      ],
    },
    {
      title: "Results of saved revisions",
      unit: "ops",
      queries: [
        [rate("evaluation_jobs_total", "outcome"), "evaluated: {{outcome}}"],
        [rate("evaluation_results_total", "outcome"), "reported: {{outcome}}"],
        [rate("reevaluations_requested_total", "job"), "re-evaluations requested"],
      ],
    },
    {
      title: "Duration of a comparison with current inputs, 95th percentile",
      unit: "s",
      queries: [[quantile(0.95, "stale_scan_duration_seconds", "job"), "{{job}}"]],
    },
    {
      title: "Events that wait or are parked",
      unit: "short",
      queries: [[largest("deliveries", "state"), "{{state}}"]],
    },
    {
      title: "Attempts to deliver events",
      unit: "ops",
      queries: [
        [rate("delivery_attempts_total", "outcome"), "{{outcome}}"],
        [quantile(0.95, "delivery_duration_seconds", "outcome"), "{{outcome}}, 95th percentile (s)"],
      ],
    },
  ],
};
