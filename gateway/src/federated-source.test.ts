import { describe, expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import fc from "fast-check";
import { buildSchema, type GraphQLError, getOperationAST, parse } from "graphql";
import { composeSupergraph } from "../compose-supergraph.ts";
import { readSubgraphs } from "../read-subgraphs.ts";
import { type Behaviour, createMadeUpSubgraphs } from "../test/made-up-subgraphs.ts";
import { type RandomOperation, randomOperation } from "../test/random-operation.ts";
import { richSubgraphs } from "../test/rich-subgraphs.ts";
import type { OperationRequest, SubgraphFetch } from "./execution.ts";
import { createFederatedSource } from "./federated-source.ts";
import type { FetchReply } from "./fetch-request.ts";

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  seed: fc.string(),
  failing: fc.constantFrom(0, 0, 4),
  wrong: fc.constantFrom(0, 0, 0, 1, 3),
  away: fc.constantFrom(0, 0, 0, 20),
});

const logger = createLogger({ name: "test", level: "silent" });
const rich = composeSupergraph(richSubgraphs);
if (!rich.ok) throw new Error(rich.reasons.join("\n"));
const { supergraph: richSupergraph } = rich;

async function loadExecutor(execution: "compiled" | "stock", supergraph: string, fetch: SubgraphFetch) {
  const deadlines = { readMs: 60_000, draftMs: 60_000, previewMs: 60_000, mutationMs: 60_000 };
  const source = createFederatedSource({ execution, supergraph, deadlines, planCacheMib: 1, logger, fetch });
  return (await source.load()).executor;
}

function requestOf(text: string, variables: Readonly<Record<string, unknown>> = {}): OperationRequest {
  const document = parse(text);
  return {
    document,
    operation: getOperationAST(document),
    queryHash: text,
    request: { query: text, variables },
    context: {},
    metrics: {},
    logger,
  } as unknown as OperationRequest;
}

describe.each([
  ["a schema with everything", richSubgraphs],
  ["the product's", readSubgraphs()],
])("over %s", (_, subgraphs) => {
  const composition = composeSupergraph(subgraphs);
  if (!composition.ok) throw new Error(composition.reasons.join("\n"));
  const { supergraph, apiSchema } = composition;
  const subgraphsThat = createMadeUpSubgraphs(subgraphs);
  let behaving = subgraphsThat({ seed: "", failing: 0, wrong: 0, away: 0 });
  const load = (execution: "compiled" | "stock") =>
    loadExecutor(execution, supergraph, (subgraph, request) => behaving(subgraph, request));
  const executors = Promise.all([load("compiled"), load("stock")]);

  /** Returns the response that a client gets. If the execution throws, returns null with one internal error. */
  async function outcome(execute: Awaited<typeof executors>[0], { text, variables }: RandomOperation) {
    try {
      const { data, errors = [] } = await execute(requestOf(text, variables));
      return { data: JSON.parse(JSON.stringify(data)), errors: errors.map(seen).sort() };
    } catch {
      return { data: null, errors: ["INTERNAL_SERVER_ERROR at nowhere"] };
    }
  }

  test("both executions give a client the same data and errors", async () => {
    const [compiled, stock] = await executors;
    await fc.assert(
      fc.asyncProperty(randomOperation(buildSchema(apiSchema)), behaviour, async (operation, given) => {
        behaving = subgraphsThat(given);
        expect(await outcome(compiled, operation)).toEqual(await outcome(stock, operation));
      }),
      { numRuns: Number(process.env.RUNS ?? 100), endOnFailure: true },
    );
  });
});

/**
 * Returns the code and the path of an error, without the indexes in lists. The Apollo gateway counts these indexes
 * wrongly where entities were skipped.
 */
function seen({ path, extensions }: GraphQLError): string {
  const place = path?.map((part) => (typeof part === "number" ? "*" : part)).join(".");
  return `${extensions.code ?? "INTERNAL_SERVER_ERROR"} at ${place ?? "nowhere"}`;
}

/** Creates subgraphs that return these answers in turn. */
function scripted(replies: Readonly<Record<string, readonly FetchReply[]>>): SubgraphFetch {
  const left = new Map(Object.entries(replies).map(([subgraph, all]) => [subgraph, [...all]]));
  return async (subgraph) => {
    const reply = left.get(subgraph)?.shift();
    if (!reply) throw new Error(`${subgraph} was not to be asked`);
    return reply;
  };
}

describe("an error about one of several entities", () => {
  test("is reported at that one, also where others were not fetched", async () => {
    const media = [
      { __typename: "Book", id: "1" },
      { __typename: "Film", id: "2" },
    ];
    const error = { message: "away", path: ["_entities", 0, "critic"], extensions: { code: "NOT_FOUND" } };
    const execute = await loadExecutor(
      "compiled",
      richSupergraph,
      scripted({ shop: [{ data: { media } }], people: [{ data: { _entities: [{ critic: null }] }, errors: [error] }] }),
    );
    const { data, errors } = await execute(requestOf("{ media { id ... on Film { critic { code } } } }"));
    expect(data).toEqual({ media: [{ id: "1" }, { id: "2", critic: null }] });
    expect(errors).toMatchObject([{ path: ["media", 1, "critic"], extensions: { code: "NOT_FOUND" } }]);
  });
});

describe.each(["compiled", "stock"] as const)("in the way that is %s", (execution) => {
  test("a subgraph that returns too few entities leaves nulls with an error, and the rest is returned", async () => {
    const people = { data: { _entities: [] } };
    const shop = { data: { media: [{ __typename: "Film", id: "2", pages: 3 }] } };
    const execute = await loadExecutor(execution, richSupergraph, scripted({ shop: [shop], people: [people] }));
    const { data, errors } = await execute(requestOf("{ media { pages ... on Film { critic { code } } } }"));
    expect(data).toEqual({ media: [{ pages: 3, critic: null }] });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toEqual({});
  });

  test("a value or type that is hidden from clients is null, and its name is not shown", async () => {
    const node = { __typename: "Secret", id: "1" };
    const things = [{ __typename: "Book", mood: "Hidden", moods: ["Good", "Hidden"] }, null];
    const execute = await loadExecutor(execution, richSupergraph, scripted({ shop: [{ data: { node, things } }] }));
    const answer = await execute(requestOf(`{ node(id: "1") { id } things { ... on Book { mood moods } } }`));
    expect(answer).toEqual({ data: { node: null, things: [{ mood: null, moods: null }, null] } });
  });

  test("an invalid null propagates up to the first nullable parent", async () => {
    const grid = [[{ x: 1 }, { x: 2 }], [{ x: 3 }, { x: null }], []];
    const cube = [[[1, 2], [3]], [[4, null]]];
    const execute = await loadExecutor(execution, richSupergraph, scripted({ shop: [{ data: { grid, cube } }] }));
    expect(await execute(requestOf("{ grid { x } cube }"))).toEqual({
      data: { grid: [[{ x: 1 }, { x: 2 }], null, []], cube: [[[1, 2], [3]], null] },
    });
    const surely = [{ __typename: "Film", length: 1 }, null];
    const other = await loadExecutor(execution, richSupergraph, scripted({ shop: [{ data: { surely, cube } }] }));
    const { data, errors } = await other(requestOf("{ cube surely { ... on Film { length } } }"));
    expect(data).toBeNull();
    expect(errors).toHaveLength(1);
  });
});
