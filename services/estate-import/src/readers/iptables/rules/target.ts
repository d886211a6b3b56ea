import type { SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import type { OptionNotUnderstood } from "./service-terms.ts";

export interface TargetContext {
  readonly family: 4 | 6;
  readonly table: string;
  /** The chains of the table, by name. */
  readonly chains: Pick<ReadonlySet<string>, "has">;
  /**
   * Whether NETMAP changes the source or the destination of packets in this chain. This depends on the built-in chains
   * that lead to the chain. NETMAP changes the destination if they come before routing, and the source if they come
   * after routing. Undefined if built-in chains of both kinds or of neither kind lead to this chain.
   */
  readonly netmapSide: "source" | "destination" | undefined;
  readonly localObject: string | undefined;
  /**
   * The number of the protocol that the rule requires. Undefined if the rule matches every protocol, negates its
   * protocol, or names an unknown protocol.
   */
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
