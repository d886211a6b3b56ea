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

/** A rule as the graph shows it: what was written about it stands beside what it asks for. */
export function flatRule({ texts, ...rule }: ChangeRequestRule): Rule & ChangeRequestRule["texts"] {
  return { ...rule, ...texts };
}

/** What a client says of a change request: the part that saving stores and a draft judges. */
export interface ChangeRequestText {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly rules: readonly ChangeRequestRule[];
}
