import { parentPort } from "node:worker_threads";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { createBoundarySets } from "./boundary-sets.ts";
import type { BoundaryDefinition } from "./judging/boundary-definition.ts";
import { judge } from "./judging/judge.ts";
import type { Judgement } from "./judging/judgement.ts";
import type { Resolved } from "./judging/resolved.ts";
import type { FromJudgingThread, ResolvedByHash, ToJudgingThread } from "./judging-message.ts";

// The whole program of one judging thread: it holds what it is given and judges when asked.
const SETS_KEPT = 2;
const boundaries = new Map<string, BoundaryDefinition>();
const addresses = new Map<string, AddressSet>();
const held = new Map<string, { readonly boundaryKeys: readonly string[]; readonly references: readonly string[] }>();
let sets = createBoundarySets(SETS_KEPT);

function judgeWith({ request, setHash, answers, settings }: Extract<ToJudgingThread, { kind: "judge" }>): Judgement {
  const resolution = new Map(answers.map(([reference, answer]) => [reference, withAddresses(answer)]));
  const set = held.get(setHash);
  if (!set) throw new Error("the set of boundaries is not held");
  const compiled = sets.get(setHash, () => set.boundaryKeys.map(definition), set.references, resolution);
  return judge(request, compiled, resolution, settings);
}

function definition(key: string): BoundaryDefinition {
  const found = boundaries.get(key);
  if (!found) throw new Error("a boundary is not held");
  return found;
}

function withAddresses(answer: ResolvedByHash): Resolved {
  if (answer.outcome !== "resolved") return answer;
  const found = addresses.get(answer.hash);
  if (!found) throw new Error("an address list is not held");
  return { ...answer, addresses: found };
}

function reply(message: FromJudgingThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (message: ToJudgingThread) => {
  switch (message.kind) {
    case "hold-boundaries":
      for (const [key, boundary] of message.boundaries) boundaries.set(key, boundary);
      break;
    case "hold-addresses":
      addresses.set(message.hash, message.addresses);
      break;
    case "hold-set":
      held.set(message.hash, message);
      break;
    case "forget":
      boundaries.clear();
      addresses.clear();
      held.clear();
      sets = createBoundarySets(SETS_KEPT);
      break;
    case "judge":
      try {
        reply({ kind: "judged", judgement: judgeWith(message) });
      } catch (error) {
        reply({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
      break;
  }
});
