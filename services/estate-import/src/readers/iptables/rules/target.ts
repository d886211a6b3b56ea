import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import type { OptionNotUnderstood } from "./service-terms.ts";

export interface TargetContext {
  readonly family: 4 | 6;
  readonly table: string;
  /** The chains of the table, by name. */
  readonly chains: Pick<ReadonlySet<string>, "has">;
  /**
   * Whether NETMAP changes the source or the destination in this chain. This depends on the built-in chains from which
   * packets reach the chain. Undefined if NETMAP would change the source for some of these built-in chains and the
   * destination for others, or if no such built-in chain leads to this chain.
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
