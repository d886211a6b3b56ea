import type { Rule } from "./rule.ts";

/** The free texts of a rule, as sent; a member that was not sent is absent. */
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

/** A rule with the fields that the GraphQL schema gives it: its texts beside its sources, destinations and services. */
export function flatRule({ texts, ...rule }: ChangeRequestRule): Rule & ChangeRequestRule["texts"] {
  return { ...rule, ...texts };
}

/** The part of a change request that a client writes: saving stores it, a draft is judged by it. */
export interface ChangeRequestText {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly rules: readonly ChangeRequestRule[];
}
