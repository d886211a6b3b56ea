import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../schema/${name}`, import.meta.url), "utf8");

/**
 * The GraphQL schema of the rule language. Composition keeps only those fields of an input that all subgraphs declare.
 * So change-request and the evaluator declare the inputs with the same text.
 */
export const firewallRulesSchema = (): string => read("firewall-rules.graphql");
/** SDL of `PageInfo`, for lists with a page key. */
export const pageInfoSchema = (): string => read("page-info.graphql");
