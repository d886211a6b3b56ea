import { createServer } from "node:http";
import { changeRequestEvaluated } from "@network-access/service-contracts/change-request-evaluated";
import { evaluateChangeRequest } from "@network-access/service-contracts/evaluate-change-request";
import { type EvaluationId, evaluationIdText } from "@network-access/service-contracts/evaluation-id";
import type { EvaluationVerdict } from "@network-access/service-contracts/evaluation-verdict";
import type { RedisSettings } from "@network-access/service-runtime/connect-redis";
import { createJobHandler } from "@network-access/service-runtime/job-handler";
import { createJobSender } from "@network-access/service-runtime/job-sender";
import type { Logger } from "@network-access/service-runtime/logger";
import { listen } from "@network-access/testkit/listen";
import { aVerdict } from "./change-requests.ts";

export interface EvaluatorSimulator {
  readonly url: string;
  /** The evaluations that were requested, in order. */
  readonly asked: readonly EvaluationId[];
  /** The tokens that were received. */
  readonly tokens: readonly (string | undefined)[];
  /** Reports an evaluation. A test calls this to repeat a report, or to send reports in another order. */
  report(id: EvaluationId): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Simulates the evaluator with real HTTP and real jobs. For each job, the simulator stores a verdict and reports the
 * evaluation, unless `judge` returns undefined. The stored verdicts can be read over HTTP.
 */
export async function startEvaluatorSimulator(options: {
  readonly redis: RedisSettings;
  readonly prefix: string;
  readonly logger: Logger;
  /** Returns undefined to make the simulator lose the job. */
  readonly judge: (id: EvaluationId) => Partial<EvaluationVerdict> | undefined;
}): Promise<EvaluatorSimulator> {
  const { judge } = options;
  const asked: EvaluationId[] = [];
  const tokens: (string | undefined)[] = [];
  const verdicts = new Map<string, EvaluationVerdict>();
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    const [, uuid, revision, attempt] =
      /^\/internal\/evaluations\/([^/]+)\/(\d+)\/(\d+)$/.exec(request.url ?? "") ?? [];
    const verdict = verdicts.get(`${uuid}:${revision}:${attempt}`);
    response.writeHead(verdict ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(verdict ?? {}));
  });
  const listening = await listen(server);

  const sender = createJobSender(changeRequestEvaluated, { ...options, deadlineMs: 10_000 });
  const report = async (id: EvaluationId) => {
    if (!(await sender.send(id)).ok) throw new Error("the queue is away");
  };
  const handler = createJobHandler(
    evaluateChangeRequest,
    async (id) => {
      asked.push(id);
      const judged = judge(id);
      if (!judged) return;
      verdicts.set(evaluationIdText(id), aVerdict(id, judged));
      await report(id);
    },
    options,
  );
  await handler.start();

  return {
    url: listening.url,
    asked,
    tokens,
    report,
    async stop() {
      await handler.stop();
      await sender.stop();
      await listening.stop();
    },
  };
}
