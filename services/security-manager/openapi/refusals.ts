import {
  type DescribedRefusals,
  STATUSES_EVERYWHERE,
  serverRefusals,
} from "@network-access/service-runtime/refusal-responses";
import type { EstateRoute } from "../src/rest/estate-route.ts";

export const refusals = {
  ...serverRefusals,
  401: {
    ...serverRefusals[401],
    description: "No credentials, wrong ones, or those of a caller who is not taken here.",
  },
  403: { ...serverRefusals[403], description: "The caller lacks a permission; `message` names it." },
  404: { ...serverRefusals[404], description: "It does not exist, or the caller may not see it." },
  429: {
    ...serverRefusals[429],
    description: "Too many wrong passwords were sent for this name. Wait as long as `Retry-After` says.",
  },
  409: { name: "Conflict", description: "It conflicts with the current state; `message` has the reason." },
} satisfies DescribedRefusals;

type RefusalStatus = keyof typeof refusals;

/** Returns the statuses with which a route may refuse a request. */
export function refusalStatuses({ takes, path, description }: EstateRoute): readonly RefusalStatus[] {
  const { body, refuses = [] } = description;
  return [
    ...STATUSES_EVERYWHERE,
    ...(takes === "anyone" ? [] : ([401, 403] as const)),
    ...(path.includes("/:") ? ([404] as const) : []),
    ...(takes.includes("user") ? ([429] as const) : []),
    ...(body ? ([413, 415] as const) : []),
    ...refuses,
  ];
}
