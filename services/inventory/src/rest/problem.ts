import { inputFaults } from "@network-access/service-runtime/failure";
import { type Problem, type ProblemWriter, problemReply } from "@network-access/service-runtime/http-reply";

/** Errors of the inventory's REST routes: `application/problem+json` with `errors: [{field, message}]` and the request id. */
export const writeProblem: ProblemWriter = (problem, requestId) => {
  const { fields, ...rest } = problem;
  const reply = problemReply(rest satisfies Problem, requestId);
  if (typeof reply.body !== "string") return reply;
  const errors = (inputFaults(problem.code, problem.message, fields) ?? []).map(({ path, message }) => ({
    field: path,
    message,
  }));
  return { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), errors }) };
};
