import type { ItemKey } from "./item-key.ts";

/**
 * How a boundary's object is compared with the sources or destinations of a request's rule. Null means Contains. The
 * comparison of a negated object is stored but has no effect.
 */
export type Comparison = "Contains" | "Equals";

/**
 * One source or destination. A `cidr` is canonical text with its prefix ("10.0.0.5/32"). A member that was not sent is
 * `null`.
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
