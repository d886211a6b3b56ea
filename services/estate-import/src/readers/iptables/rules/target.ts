import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import type { OptionNotUnderstood } from "./service-terms.ts";

export interface TargetContext {
  readonly family: 4 | 6;
  readonly table: string;
  /** The chains of the table, by name. */
  readonly chains: Pick<ReadonlySet<string>, "has">;
  /**
   * Says whether NETMAP changes the source or the destination in this chain. The answer depends on the built-in chains
   * that lead to this chain. It is undefined if NETMAP would change the source for some of these built-in chains and
   * the destination for others.
   */
  readonly netmapSide: "source" | "destination" | undefined;
  readonly localObject: string | undefined;
  /** The protocol in the rule, if it is not negated. */
  readonly protocol: number | undefined;
}

export type Decision = Pick<SnapshotRowInput, "action" | "target" | "log" | "untracks" | "translation">;

export type TargetReading =
  | {
      readonly ok: true;
      readonly decision: Decision;
      /** The options of the target that are not understood. */
      readonly notUnderstood: readonly OptionNotUnderstood[];
      /** The reason why the target itself is not understood. */
      readonly reason?: string;
      /** True if the target may also accept the packet. */
      readonly mayAccept?: boolean;
    }
  | { readonly ok: false; readonly problem: string };
