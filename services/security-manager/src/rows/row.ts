import type { ColumnValue } from "../columns/column-value.ts";
import type { EntityName, StanzaName } from "../siql/schema/entities.ts";

/** The entities whose records are made of revisions and found by the engine. */
export type RowEntity = Extract<
  EntityName,
  "secrule" | "natrule" | "policy" | "networkobj" | "serviceobj" | "scheduleobj" | "interface" | "route"
>;

/** One record of a revision as it is searched and answered. */
export interface Row {
  /** Unique within its entity and revision. */
  readonly id: string;
  /** Places in the revision, from 0: the default order. */
  readonly policyPlace: number;
  readonly place: number;
  /** By stanza and canonical name of the attribute. */
  readonly values: { readonly [stanza in StanzaName]?: Readonly<Record<string, ColumnValue>> };
  /** As it is answered; the device is added then. */
  readonly record: Readonly<Record<string, unknown>>;
}
