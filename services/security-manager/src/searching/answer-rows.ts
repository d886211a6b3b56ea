import type { FoundRow } from "../row-index/row-index.ts";
import type { CheckedQuery } from "../siql/checking/checked-query.ts";
import type { SearchedDevice } from "./searched-estate.ts";

/** What the records of rules may carry besides what their rows say; each is read for some rules at once. */
export interface RecordSources {
  /** The documentation of a rule: its values by key. */
  props(ruleIds: readonly string[]): Promise<(ruleId: string) => object>;
}

interface Asked {
  readonly query: CheckedQuery;
  /** By id. */
  readonly devices: ReadonlyMap<number, SearchedDevice>;
}

/** Rows as they are answered: with their device as it is called now, and with what `fields` asks for. */
export async function answerRows(
  sources: RecordSources,
  rows: readonly FoundRow[],
  { query, devices }: Asked,
): Promise<readonly object[]> {
  if (rows.length === 0) return [];
  const ruleIds = rows.map(({ id }) => id);
  const fields = new Map(query.fields.map((field) => [field.name, field]));
  const props = fields.has("props") ? await sources.props(ruleIds) : undefined;
  return rows.map(({ id, deviceId, record: { change, ...record } }) => {
    const device = devices.get(deviceId ?? 0);
    return {
      ...record,
      ...(device && { ndDevice: { id: device.id, name: device.name } }),
      ...(props && { props: props(id) }),
      ...(fields.has("change") && { change: change ?? null }),
      ...(fields.has("tfacount") && { tfacount: null }),
    };
  });
}
