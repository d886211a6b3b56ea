import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(`../schema/${name}`, import.meta.url), "utf8");

/** SDL of the rule language: change-request and the evaluator declare it with one text, so no field of an input can be lost in composition. */
export const firewallRulesSchema = (): string => read("firewall-rules.graphql");
/** SDL of `PageInfo`, the page of lists that go on by key. */
export const pageInfoSchema = (): string => read("page-info.graphql");
