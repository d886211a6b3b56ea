import { expect, test } from "@jest/globals";
import { referenceOf } from "@network-access/firewall-rules/reference";
import { aBoundary, aRule, cidr, group, item } from "../../test/boundaries.ts";
import type { Boundary } from "../boundaries/boundary.ts";
import { createAddressMemory } from "./address-memory.ts";
import type { AddressAnswer, AddressSource } from "./address-source.ts";
import { collectInputs } from "./collect-inputs.ts";

function aSource(answers: Record<string, AddressAnswer>) {
  const asked: string[][] = [];
  const source: AddressSource = {
    async resolve(references) {
      asked.push(references.map(({ reference }) => reference));
      return new Map(
        references.flatMap(({ reference }) => (answers[reference] ? [[reference, answers[reference]]] : [])),
      );
    },
    list: async () => ({ ok: false, reason: "the inventory does not answer" }),
  };
  return { source, asked };
}

function needsWith(boundaries: readonly Boundary[], source: AddressSource) {
  return {
    snapshots: { current: async () => ({ boundaries }) },
    addressSource: source,
    addressMemory: createAddressMemory(source, 1_000),
  };
}

const resolved = (cidrs: readonly string[] | null, addressCount = cidrs?.length ?? 0): AddressAnswer => ({
  outcome: "resolved",
  revision: 1,
  hash: "h".repeat(64),
  addressCount,
  cidrs,
});

test("everything that the request and its boundaries name is looked up once, in one call", async () => {
  const { source, asked } = aSource({});
  const admits = aBoundary({ id: "a", sources: [group("g1")], destinations: [item("i1"), group("g2")] });
  const other = aBoundary({ id: "b", projectIds: ["bank"], sources: [group("g3")] });
  const request = { projectId: "shop", rules: [aRule({ sources: [group("g1"), cidr("10.0.0.0/8")] })] };
  const inputs = await collectInputs(needsWith([admits, other], source), request);
  expect(asked).toEqual([["group:g1", referenceOf(item("i1")), "group:g2"]]);
  expect(inputs.admitted.boundaries.map(({ id }) => id)).toEqual(["a"]);
});

test("a request that names nothing looks nothing up", async () => {
  const { source, asked } = aSource({});
  await collectInputs(needsWith([aBoundary()], source), { projectId: "shop", rules: [aRule()] });
  expect(asked).toEqual([]);
});

test.each<[string, AddressAnswer | undefined, object]>([
  ["unknown", { outcome: "unknown" }, { outcome: "unknown" }],
  ["not ready", { outcome: "not-ready" }, { outcome: "not-ready" }],
  ["failed", { outcome: "failed", reason: "it hurts" }, { outcome: "failed", reason: "it hurts" }],
  ["no answer", undefined, { outcome: "failed" }],
  ["no address", resolved([]), { outcome: "empty", revision: 1 }],
  ["addresses", resolved(["10.0.0.0/8"]), { outcome: "resolved", addressCount: 1 }],
  ["a list that is not available", resolved(null, 5), { outcome: "failed", reason: "the inventory does not answer" }],
])("%s stays distinct from every other outcome", async (_, answer, expected) => {
  const { source } = aSource(answer ? { "group:g": answer } : {});
  const { resolution } = await collectInputs(needsWith([], source), {
    projectId: "p",
    rules: [aRule({ sources: [group("g")] })],
  });
  expect(resolution.get("group:g")).toMatchObject(expected);
});

test("one snapshot returns the same boundaries for all projects that no boundary names", async () => {
  const { source } = aSource({});
  const boundaries = [aBoundary({ id: "a" }), aBoundary({ id: "b", projectIds: ["bank"] })];
  const snapshot = { boundaries };
  const needs = { ...needsWith(boundaries, source), snapshots: { current: async () => snapshot } };
  const of = async (projectId: string) => (await collectInputs(needs, { projectId, rules: [] })).admitted;
  expect(await of("shop")).toBe(await of("garden"));
  expect((await of("bank")).boundaries).toHaveLength(2);
  expect((await of("bank")).hash).not.toBe((await of("shop")).hash);
});
