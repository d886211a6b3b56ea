import type { Rule } from "./rule.ts";

/** The free texts of a rule, as sent. A text that was not sent is absent. */
export const ruleTextFields = [
  "sourcesDescription",
  "destinationsDescription",
  "servicesDescription",
  "summary",
  "notes",
  "justification",
  "applicationName",
  "applicationOwner",
  "customer",
  "externalTicketIds",
  "emailAddresses",
  "reason",
  "existingCompensatingControls",
  "riskOwnerName",
  "riskOwnerEmail",
  "comment",
  "owner",
  "expiration",
] as const;
export type RuleTextField = (typeof ruleTextFields)[number];

/** A rule with everything its author wrote about it. */
export interface ChangeRequestRule extends Rule {
  readonly texts: Readonly<Partial<Record<RuleTextField, string>>>;
}

/**
 * Returns a rule in the form of the GraphQL schema. Its texts are members of the rule, like its sources, destinations
 * and services.
 */
export function flatRule({ texts, ...rule }: ChangeRequestRule): Rule & ChangeRequestRule["texts"] {
  return { ...rule, ...texts };
}

/** The part of a change request that a client writes. A client can save it, or have it evaluated as a draft. */
export interface ChangeRequestText {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly rules: readonly ChangeRequestRule[];
}
