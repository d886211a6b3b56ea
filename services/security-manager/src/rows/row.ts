import type { ColumnValue } from "../columns/column-value.ts";
import type { EntityName, StanzaName } from "../siql/schema/entities.ts";

/** The kinds of records that come from device configurations and are stored in the search index. */
export type RowEntity = Extract<
  EntityName,
  "secrule" | "natrule" | "policy" | "networkobj" | "serviceobj" | "scheduleobj" | "interface" | "route"
>;

/** One record of a revision, with the values that searches compare and the members that responses show. */
export interface Row {
  /** Unique among the rows of the same entity and revision. */
  readonly id: string;
  /**
   * For rules, `policyPlace` is the position of the policy in the revision, and `place` is the position of the rule in
   * the policy. For routes, the virtual router takes the place of the policy. For policies, `place` is 0. For other
   * entities, `policyPlace` is 0, and `place` is the position of the entity. Positions are counted from 0 and determine
   * the default order.
   */
  readonly policyPlace: number;
  readonly place: number;
  /** The values by stanza and canonical name of the attribute. */
  readonly values: { readonly [stanza in StanzaName]?: Readonly<Record<string, ColumnValue>> };
  /**
   * The data of the row from which responses are made. Each response adds the device of the row. Responses omit some
   * members, such as `cutServices`.
   */
  readonly record: Readonly<Record<string, unknown>>;
}
