import type { ItemKey } from "./item-key.ts";

/**
 * How an object of a boundary is compared with the sources or destinations of a rule. Null means Contains. A negated
 * object may have a comparison, but the comparison has no effect.
 */
export type Comparison = "Contains" | "Equals";

/**
 * One source or destination of a rule or boundary. `cidr` is in canonical form and always has a prefix length
 * ("10.0.0.5/32"). `negate` and `comparison` are null if the client did not send them.
 */
export type NetworkObject =
  | { readonly type: "Any"; readonly negate: boolean | null }
  | {
      readonly type: "Cidr";
      readonly negate: boolean | null;
      readonly cidr: string;
      readonly comparison: Comparison | null;
    }
  | {
      readonly type: "ConnectGroup";
      readonly negate: boolean | null;
      readonly groupId: string;
      readonly comparison: Comparison | null;
    }
  | {
      readonly type: "InventoryItem";
      readonly negate: boolean | null;
      readonly itemKey: ItemKey;
      readonly comparison: Comparison | null;
    };
