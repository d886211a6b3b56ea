import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import { networkObjectText, platformText, serviceObjectText } from "./object-text.ts";

/** The difference in one member, as shown to the user. */
export type MemberChange =
  | { readonly member: string; readonly kind: "value"; readonly from: string; readonly to: string }
  /** The entries that were added to a list and removed from it. The order of entries has no meaning. */
  | {
      readonly member: string;
      readonly kind: "list";
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };

/**
 * Returns the members in which two texts of a boundary differ. Ignores the order and repetition of list entries. Treats
 * a missing member as equal to a member with its default value. If such differences caused a save, requests would be
 * re-evaluated although nothing has changed.
 */
export function changesOfText(from: BoundaryText, to: BoundaryText): MemberChange[] {
  return [
    ...value("name", quoted(from.name), quoted(to.name)),
    ...value("description", quoted(from.description), quoted(to.description)),
    ...value("action", from.action, to.action),
    ...value("enforced", String(from.enforced), String(to.enforced)),
    ...value("score", String(from.score ?? "none"), String(to.score ?? "none")),
    ...value("ruleActions", sorted(from.ruleActions).join(", "), sorted(to.ruleActions).join(", ")),
    ...list("sources", from.sources.map(networkObjectText), to.sources.map(networkObjectText)),
    ...list("destinations", from.destinations.map(networkObjectText), to.destinations.map(networkObjectText)),
    ...list("services", from.services.map(serviceObjectText), to.services.map(serviceObjectText)),
    ...value("partialMatch", from.partialMatch, to.partialMatch),
    ...list("platforms", (from.platforms ?? []).map(platformText), (to.platforms ?? []).map(platformText)),
    ...projects(from.projectIds, to.projectIds),
    ...value("message", quoted(from.message), quoted(to.message)),
    ...value("source", quoted(from.source), quoted(to.source)),
  ];
}

function projects(from: BoundaryText["projectIds"], to: BoundaryText["projectIds"]): MemberChange[] {
  if (from !== null && to !== null) return list("projectIds", from.map(quoted), to.map(quoted));
  const words = (ids: BoundaryText["projectIds"]) => ids?.map(quoted).join(", ") ?? "every project";
  return value("projectIds", words(from), words(to));
}

function value(member: string, from: string, to: string): MemberChange[] {
  return from === to ? [] : [{ member, kind: "value", from, to }];
}

function list(member: string, from: readonly string[], to: readonly string[]): MemberChange[] {
  const before = new Set(from);
  const after = new Set(to);
  const added = [...after.difference(before)];
  const removed = [...before.difference(after)];
  return added.length + removed.length === 0 ? [] : [{ member, kind: "list", added, removed }];
}

function quoted(text: string | null): string {
  return text === null ? "none" : JSON.stringify(text);
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
