import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../schema/${name}`, import.meta.url), "utf8");

/**
 * The GraphQL schema of the rule language. The services change-request and evaluator declare it with the same text, so
 * that composition can't drop a field of an input.
 */
export const firewallRulesSchema = (): string => read("firewall-rules.graphql");
/** SDL of `PageInfo`, for lists with a page key. */
export const pageInfoSchema = (): string => read("page-info.graphql");
