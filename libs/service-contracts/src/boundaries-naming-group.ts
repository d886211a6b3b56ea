import { z } from "zod";

/**
 * `POST` to the evaluator: lists the boundaries that name a group, whether they are enforced or not and whether they
 * negate the group or not.
 */
export const boundariesNamingGroupPath = "/internal/boundaries/naming-group";

export const NamedGroup = z.object({ groupId: z.string().min(1).max(512) });
export type NamedGroup = z.infer<typeof NamedGroup>;

/** The ids of the boundaries in ascending order. If there are more than twenty, the list has only the first twenty. */
export const BoundariesNamingGroup = z.object({ boundaryIds: z.array(z.string()).max(20) });
export type BoundariesNamingGroup = z.infer<typeof BoundariesNamingGroup>;
