import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../schema/${name}`, import.meta.url), "utf8");

/**
 * The SDL of the rule language. change-request and the evaluator declare it with the same text, so that composition
 * cannot drop a field of an input.
 */
export const firewallRulesSchema = (): string => read("firewall-rules.graphql");
/** SDL of `PageInfo`, for lists with a page key. */
export const pageInfoSchema = (): string => read("page-info.graphql");
