import { createHash, randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { keptRules } from "@network-access/boundary-evaluator/kept-rules";
import { Binary, type Document } from "mongodb";
import type { BenchStack } from "../bench-stack.ts";
import { fiveRules } from "./reevaluated-inputs.ts";

type Stored = { _id: string } & Document;
type Rule = Record<"sources" | "destinations" | "services", Document[]> & Document;

/** The number of requests in one write. */
const PORTION = 1_000;

/**
 * Writes change requests of five rules, and their latest evaluations, directly to the database. They are copies of a
 * request that was saved and evaluated through the graph. Saving a hundred thousand requests through the graph would
 * take an hour.
 */
export async function writeRequests({ mongo, prefix }: BenchStack, templateId: string, count: number): Promise<void> {
  const collection = (service: string, name: string) => mongo.db(`${prefix}-${service}`).collection<Stored>(name);
  const requests = collection("change-request", "change-requests");
  const latestEvaluations = collection("boundary-evaluator", "standing-judgings");
  const contents = collection("boundary-evaluator", "contents");
  const request = await requests.findOne({ _id: templateId });
  const latest = request && (await latestEvaluations.findOne({ _id: request.uuid }));
  const content = latest && (await contents.findOne({ _id: `rules:${latest.rulesHash}#0` }));
  if (!request || !content) throw new Error(`"${templateId}" is not stored and evaluated`);
  const evaluated: Rule[] = JSON.parse(gunzipSync(content.bytes.buffer).toString());
  if (hashOf(evaluated) !== latest.rulesHash)
    throw new Error("rules are stored in another form than this benchmark writes");

  const packedRules = (rules: Rule[]) => {
    const kept = keptRules(rules as unknown as Parameters<typeof keptRules>[0], latest.attempt);
    return kept && new Binary(kept);
  };

  for (let start = 0; start < count; start += PORTION) {
    const portion = Array.from({ length: Math.min(PORTION, count - start) }, (_, k) => {
      const n = start + k;
      const id = `written-${n}`;
      const uuid = randomUUID();
      const rules = rulesLike(evaluated, n);
      const rulesHash = hashOf(rules);
      const place = `${latest.firstJudgedAt} ${uuid}`;
      return {
        request: { ...request, _id: id, uuid, rules: rulesLike(request.rules, n) },
        latest: { ...latest, _id: uuid, changeRequestId: id, rulesHash, place, packedRules: packedRules(rules) },
        content: { _id: `rules:${rulesHash}#0`, chunks: 1, bytes: new Binary(gzipSync(JSON.stringify(rules))) },
      };
    });
    const unordered = { ordered: false };
    const written = new Map(portion.map(({ content }) => [content._id, content]));
    const there = await contents.distinct("_id", { _id: { $in: [...written.keys()] } });
    for (const key of there) written.delete(key);
    await Promise.all([
      requests.insertMany(
        portion.map((one) => one.request),
        unordered,
      ),
      latestEvaluations.insertMany(
        portion.map((one) => one.latest),
        unordered,
      ),
      written.size > 0 && contents.insertMany([...written.values()], unordered),
    ]);
  }
}

/** Returns copies of the rules in `stored` with the objects of request number `n`. */
function rulesLike(stored: readonly Rule[], n: number): Rule[] {
  const { rules } = fiveRules("", n) as { rules: Rule[] };
  return stored.map((rule, place) => ({ ...rule, ...sidesLike(rule, rules[place] as Rule) }));
}

function sidesLike(stored: Rule, given: Rule): Pick<Rule, "sources" | "destinations" | "services"> {
  const like = (side: "sources" | "destinations" | "services") =>
    stored[side].map((object, place) => ({ ...object, ...given[side][place] }));
  return { sources: like("sources"), destinations: like("destinations"), services: like("services") };
}

function hashOf(rules: unknown): string {
  return createHash("sha256").update(JSON.stringify(rules)).digest("hex");
}
