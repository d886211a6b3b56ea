import type { Operation } from "@apollo/federation-internals";
import { evaluateCondition, type PlanNode, type QueryPlan } from "@apollo/query-planner";
import type { GraphQLSchema } from "graphql";
import { compileFetch } from "./compile-fetch.ts";
import { isData, own } from "./merge-data.ts";
import type { Cursor, PlanStep } from "./plan-run.ts";

/**
 * Compiles a query plan. Returns undefined if nothing has to be fetched. `supergraph` is the schema that also contains
 * the types and fields hidden from clients.
 */
export function compilePlan(plan: QueryPlan, operation: Operation, supergraph: GraphQLSchema): PlanStep | undefined {
  if (plan.node?.kind === "Subscription") throw new Error("subscriptions are not served");
  return plan.node && compileNode(plan.node);

  function compileNode(node: PlanNode): PlanStep {
    switch (node.kind) {
      case "Fetch":
        return compileFetch(node, supergraph);
      case "Sequence": {
        const steps = node.nodes.map(compileNode);
        return async (run, cursor) => {
          for (const step of steps) await step(run, cursor);
        };
      }
      case "Parallel": {
        const steps = node.nodes.map(compileNode);
        return async (run, cursor) => {
          await Promise.all(steps.map((step) => step(run, cursor)));
        };
      }
      case "Flatten": {
        const step = compileNode(node.node);
        const path = node.path.map(String);
        return async (run, cursor) => {
          const inner = move(cursor, path);
          if (inner.at !== undefined && inner.at !== null) await step(run, inner);
        };
      }
      case "Condition": {
        const [then, otherwise] = [node.ifClause, node.elseClause].map((clause) => clause && compileNode(clause));
        return async (run, cursor) => {
          const holds = evaluateCondition(node, operation.variableDefinitions, run.variables);
          await (holds ? then : otherwise)?.(run, cursor);
        };
      }
      case "Defer":
        throw new Error("@defer is not served");
    }
  }
}

function move({ path, at }: Cursor, further: readonly string[]): Cursor {
  return { path: [...path, ...further], at: lookup(at, further) };
}

/**
 * Returns the value at `path` inside `value`. If the path contains "@", which stands for all entries of a list, returns
 * a flat list of all values found.
 */
function lookup(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined || value === undefined || value === null) return value;
  if (first === "@") {
    if (!Array.isArray(value)) throw new Error("a subgraph answered no list where there is one");
    return value.flatMap((entry) => lookup(entry, rest));
  }
  if (Array.isArray(value)) throw new Error("a subgraph answered a list where there is none");
  return isData(value) ? lookup(own(value, first), rest) : undefined;
}
