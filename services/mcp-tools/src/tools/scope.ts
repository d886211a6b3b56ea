import { z } from "zod";
import { textList } from "../answers/text-list.ts";
import type { ToolOutcome } from "../answers/tool.ts";
import { quoted } from "../arguments/argument-reading.ts";
import { nearestNames } from "../arguments/nearest-names.ts";
import type { UserCaller } from "../callers/caller.ts";
import type { Asking } from "../manager/found.ts";
import { listNames, type Named } from "../manager/list-names.ts";

/** The device group to which a call is limited, and where the group was specified. */
export interface Scope {
  readonly groupId: number;
  readonly from: "argument" | "header" | "default";
}

export type ScopeReading =
  | { readonly ok: true; readonly scope: Scope }
  | { readonly ok: false; readonly outcome: ToolOutcome };

interface GroupArguments {
  readonly deviceGroupId?: number | undefined;
  readonly deviceGroupName?: string | undefined;
}

/** The argument of tools that take a device group by its id. */
export const DEVICE_GROUP_ID = z
  .int()
  .describe(
    "The device group that narrows the call, without groups below it; 1 is All Devices. Default: that of the header, else the lowest id that the user may use.",
  );

/** Two pages of 1,000 contain all device groups: there are at most 1,000 besides All Devices. */
const GROUP_PAGES = 2;
const LISTING_TOOL = "list_all_device_groups lists the device groups that the user may use.";

/**
 * Returns the device group of a call: the group in the argument, otherwise the group in the header, otherwise the group
 * with the lowest id that the user may use.
 */
export function scopeOf(caller: UserCaller, deviceGroupId?: number): ScopeReading {
  if (deviceGroupId === undefined) {
    const { defaultGroupId, headerGroupId } = caller;
    return { ok: true, scope: { groupId: defaultGroupId, from: headerGroupId === null ? "default" : "header" } };
  }
  if (caller.deviceGroupIds.includes(deviceGroupId))
    return { ok: true, scope: { groupId: deviceGroupId, from: "argument" } };
  return { ok: false, outcome: groupDenied(deviceGroupId) };
}

/**
 * Returns the device group of a call that specifies the group by id, by name or by both. A group that the user may not
 * use counts as unknown.
 */
export async function scopeByIdOrName(
  asking: Asking,
  caller: UserCaller,
  { deviceGroupId, deviceGroupName }: GroupArguments,
): Promise<ScopeReading> {
  const byId = scopeOf(caller, deviceGroupId);
  if (!byId.ok || deviceGroupName === undefined) return byId;
  const listed = await listNames(asking, "devicegroup", GROUP_PAGES);
  if (!listed.ok) return { ok: false, outcome: { kind: "manager-failure", failure: listed.failure } };
  const groups = listed.value.filter(({ id }) => caller.deviceGroupIds.includes(id));
  const wanted = deviceGroupName.trim().toLowerCase();
  const named = groups.filter(({ name }) => name.trim().toLowerCase() === wanted).map(({ id }) => id);
  const [first] = named;
  const name = `deviceGroupName ${quoted(deviceGroupName)}`;
  if (first === undefined) return refused(`${name} is unknown.`, nearestOf(deviceGroupName, groups));
  if (deviceGroupId !== undefined && !named.includes(deviceGroupId))
    return refused(
      `deviceGroupId ${deviceGroupId} and ${name} disagree: the name is that of device group ${named.join(", ")}.`,
      "Send one of them.",
    );
  if (deviceGroupId === undefined && named.length > 1)
    return refused(`${name} is the name of the device groups ${named.join(", ")}.`, "Send deviceGroupId instead.");
  return { ok: true, scope: { groupId: deviceGroupId ?? first, from: "argument" } };
}

/** Refuses a device group that is unknown or that the user may not use. The text is the same in both cases. */
function groupDenied(deviceGroupId: number): ToolOutcome {
  const text = `Access denied: device group ${deviceGroupId} is not authorized for this user`;
  return { kind: "refusal", texts: [text, LISTING_TOOL] };
}

/**
 * Returns the refusal of a call whose device group the manager does not find. The group was deleted or denied to the
 * user, but the copied user directory does not show this yet.
 */
export function groupGone({ groupId, from }: Scope): ToolOutcome {
  if (from !== "header") return groupDenied(groupId);
  return { kind: "caller-refused", message: `Device group ${groupId} is not authorized for this user` };
}

/** Returns a text with the device group of an answer and the place where the group was specified. */
export function describeScope({ groupId, from }: Scope): string {
  const origin = {
    argument: "",
    header: " (from the header x-device-group-id)",
    default: " (the default: the lowest that the user may use)",
  }[from];
  return `device group ${groupId}${origin}`;
}

function nearestOf(name: string, groups: readonly Named[]): string {
  const nearest = nearestNames(
    name,
    groups.map((group) => group.name),
  );
  return nearest.length > 0 ? `The nearest names are: ${textList(nearest)}.` : LISTING_TOOL;
}

function refused(...texts: readonly string[]): ScopeReading {
  return { ok: false, outcome: { kind: "refusal", texts } };
}
