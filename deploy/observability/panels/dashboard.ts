/** A graph: its title, the unit of its values, and its queries with their legends. */
interface Panel {
  readonly title: string;
  /** What a reader should know about the values. */
  readonly description?: string;
  readonly unit: "s" | "reqps" | "percentunit" | "short" | "bytes" | "ops";
  readonly queries: readonly (readonly [expression: string, legend: string])[];
}

/** A dashboard, as the files of this folder define it. `printDashboard` converts it into the format of Grafana. */
export interface Dashboard {
  /**
   * The name of the dashboard's file without its extension. In Grafana's URLs, the id of the dashboard is `nas-<name>`.
   */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const WIDTH = 12;
const HEIGHT = 8;
const datasource = { type: "prometheus", uid: "$datasource" };

/** Returns a dashboard as JSON in the format of Grafana. Each row has two panels. */
export function printDashboard({ name, title, panels }: Dashboard): string {
  const dashboard = {
    uid: `nas-${name}`,
    title: `Network Access Service: ${title}`,
    tags: ["network-access-service"],
    editable: false,
    schemaVersion: 39,
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    templating: {
      list: [
        { name: "datasource", label: "Data source", type: "datasource", query: "prometheus" },
        {
          name: "namespace",
          label: "Namespace",
          type: "query",
          datasource,
          query: "label_values(readiness_check_passing, namespace)",
          refresh: 2,
          includeAll: true,
          multi: true,
          allValue: ".*",
          current: { text: "All", value: "$__all" },
        },
      ],
    },
    panels: panels.map(({ title, description, unit, queries }, index) => ({
      id: index + 1,
      type: "timeseries",
      title,
      ...(description === undefined ? {} : { description }),
      datasource,
      gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
      targets: queries.map(([expr, legendFormat], place) => ({
        refId: String.fromCharCode("A".charCodeAt(0) + place),
        datasource,
        expr,
        legendFormat,
      })),
    })),
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}
