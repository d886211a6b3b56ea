import { z } from "zod";

/**
 * `POST` to the evaluator: lists the boundaries that refer to a group. The list includes boundaries that are not
 * enforced and boundaries that negate the group.
 */
export const boundariesNamingGroupPath = "/internal/boundaries/naming-group";

export const NamedGroup = z.object({ groupId: z.string().min(1).max(512) });
export type NamedGroup = z.infer<typeof NamedGroup>;

/** The ids of the boundaries that refer to the group, in ascending order. Contains at most the first twenty. */
export const BoundariesNamingGroup = z.object({ boundaryIds: z.array(z.string()).max(20) });
export type BoundariesNamingGroup = z.infer<typeof BoundariesNamingGroup>;
