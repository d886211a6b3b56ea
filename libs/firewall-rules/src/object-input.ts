import type { ItemKey } from "./item-key.ts";
import type { Comparison, NetworkObject } from "./network-object.ts";
import type { ServiceObject } from "./service-object.ts";

type Nullable<T> = T | null | undefined;

/**
 * A network object as the client sends it: one shape for all types. The parser checks that an object has only the
 * members of its type.
 */
export interface NetworkObjectInput {
  readonly type: NetworkObject["type"];
  readonly comparison?: Nullable<Comparison>;
  readonly negate?: Nullable<boolean>;
  readonly cidr?: Nullable<string>;
  readonly groupId?: Nullable<string>;
  readonly itemKey?: Nullable<ItemKey>;
}

/**
 * A service object as clients send it. All types share this shape, and members that a type does not have are null or
 * missing.
 */
export interface ServiceObjectInput {
  readonly type: ServiceObject["type"];
  readonly protocol?: Nullable<number>;
  readonly icmpType?: Nullable<number>;
  readonly icmpCode?: Nullable<number>;
  readonly portStart?: Nullable<number>;
  readonly portEnd?: Nullable<number>;
  readonly maxSize?: Nullable<number>;
}
