import type { Rule } from "./rule.ts";

/** The names of a rule's free texts. A rule has only the texts that the client sent. */
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

/** Returns a rule in the form of the GraphQL schema: the rule's free texts become direct members of the rule. */
export function flatRule({ texts, ...rule }: ChangeRequestRule): Rule & ChangeRequestRule["texts"] {
  return { ...rule, ...texts };
}

/** The part of a change request that the client writes. The client saves it or sends it for a draft evaluation. */
export interface ChangeRequestText {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly rules: readonly ChangeRequestRule[];
}
