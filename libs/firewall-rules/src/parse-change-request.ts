import {
  type ChangeRequestRule,
  type ChangeRequestText,
  type RuleTextField,
  ruleTextFields,
} from "./change-request-text.ts";
import { type FieldError, type FieldErrors, fieldErrors } from "./field-error.ts";
import type { NetworkObject } from "./network-object.ts";
import type { NetworkObjectInput, ServiceObjectInput } from "./object-input.ts";
import { parseNetworkObject } from "./parse-network-object.ts";
import { parseServiceObject, type ServiceSender } from "./parse-service-object.ts";
import type { FirewallAction } from "./rule.ts";
import type { ServiceObject } from "./service-object.ts";
import { checkId, checkName, checkText } from "./text.ts";

/** A change request as the client sends it. A schema has already checked the types of its members. */
export interface ChangeRequestInput {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly rules: readonly ChangeRequestRuleInput[];
}
export type ChangeRequestRuleInput = {
  readonly id?: string | null;
  readonly action: FirewallAction;
  readonly sources: readonly NetworkObjectInput[];
  readonly destinations: readonly NetworkObjectInput[];
  readonly services: readonly ServiceObjectInput[];
} & { readonly [Field in RuleTextField]?: string | null };

export type ParsedChangeRequest =
  | { readonly ok: true; readonly text: ChangeRequestText }
  | { readonly ok: false; readonly fields: readonly FieldError[] };

/**
 * A change request may have at most `MAX_RULES` rules. All its rules together may have at most `MAX_OBJECTS` network
 * and service objects. A boundary may also have at most `MAX_OBJECTS` objects.
 */
const MAX_RULES = 1_000;
export const MAX_OBJECTS = 10_000;

/**
 * Validates a change request. Returns either the change request or its errors. A rule without an id gets the id
 * "rule-<n>", where n is the rule's position, counted from 1. If this id is already used, n is increased until the id
 * is free.
 */
export function parseChangeRequest(input: ChangeRequestInput): ParsedChangeRequest {
  const errors = fieldErrors();
  checkId(errors, "id", input.id);
  checkName(errors, "name", input.name);
  checkId(errors, "projectId", input.projectId);
  // Checks the size before the rules: a change request that is too large to be stored is not parsed.
  const tooLarge = sizeError(input.rules);
  if (tooLarge) {
    errors.add("rules", tooLarge);
    return { ok: false, fields: errors.all() };
  }
  const ids = ruleIds(errors, input.rules);
  const rules = input.rules.map((rule, index) => parseRule(errors, `rules[${index}]`, rule, ids[index] ?? ""));
  if (!errors.empty) return { ok: false, fields: errors.all() };
  const { id, name, projectId } = input;
  return { ok: true, text: { id, name, projectId, rules } };
}

function sizeError(rules: readonly ChangeRequestRuleInput[]): string | undefined {
  if (rules.length === 0) return "must not be empty; send 1 to 1,000 rules";
  if (rules.length > MAX_RULES) return `has ${rules.length} rules; at most 1,000 work, split the request`;
  const objects = rules.reduce(
    (sum, { sources, destinations, services }) => sum + sources.length + destinations.length + services.length,
    0,
  );
  if (objects > MAX_OBJECTS) return `hold ${objects} sources, destinations and services; at most 10,000 together work`;
  return undefined;
}

function ruleIds(errors: FieldErrors, rules: readonly ChangeRequestRuleInput[]): string[] {
  const firstPlace = new Map<string, number>();
  rules.forEach(({ id }, index) => {
    if (id == null) return;
    checkId(errors, `rules[${index}].id`, id);
    const first = firstPlace.get(id);
    if (first === undefined) firstPlace.set(id, index);
    else errors.add(`rules[${index}].id`, `"${id}" is the id of rules[${first}] already; ids are unique in a request`);
  });
  const taken = new Set(firstPlace.keys());
  return rules.map(({ id }, index) => {
    if (id != null) return id;
    let n = index + 1;
    while (taken.has(`rule-${n}`)) n += 1;
    const given = `rule-${n}`;
    taken.add(given);
    return given;
  });
}

function parseRule(errors: FieldErrors, path: string, input: ChangeRequestRuleInput, id: string): ChangeRequestRule {
  const texts: Partial<Record<RuleTextField, string>> = {};
  for (const field of ruleTextFields) {
    const value = input[field];
    if (value == null) continue;
    checkText(errors, `${path}.${field}`, value);
    texts[field] = value;
  }
  return {
    id,
    action: input.action,
    sources: parseSide(errors, `${path}.sources`, input.sources),
    destinations: parseSide(errors, `${path}.destinations`, input.destinations),
    services: parseServices(errors, `${path}.services`, input.services, "request"),
    texts,
  };
}

/** Validates the objects of one side. An empty list is an error, because Any stands for all addresses. */
export function parseSide(errors: FieldErrors, path: string, input: readonly NetworkObjectInput[]): NetworkObject[] {
  if (input.length === 0) errors.add(path, "must not be empty; for everything send one object of type Any");
  return input.flatMap((object, index) => parseNetworkObject(errors, `${path}[${index}]`, object) ?? []);
}

/** Validates a list of services. An empty list is an error, because AllTraffic stands for all services. */
export function parseServices(
  errors: FieldErrors,
  path: string,
  input: readonly ServiceObjectInput[],
  sender: ServiceSender,
): ServiceObject[] {
  if (input.length === 0) errors.add(path, "must not be empty; for everything send one object of type AllTraffic");
  return input.flatMap((object, index) => parseServiceObject(errors, `${path}[${index}]`, object, sender) ?? []);
}
