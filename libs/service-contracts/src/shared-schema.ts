import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../schema/${name}`, import.meta.url), "utf8");

/**
 * Returns the GraphQL schema of rules. The change-request service and the evaluator include this same text, because
 * composition keeps only those fields of an input type that all subgraphs with this type declare.
 */
export const firewallRulesSchema = (): string => read("firewall-rules.graphql");
/** SDL of `PageInfo`, for lists with a page key. */
export const pageInfoSchema = (): string => read("page-info.graphql");
