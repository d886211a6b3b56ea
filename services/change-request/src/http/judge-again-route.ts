import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  type AskedAgain,
  JudgeAgain,
  judgeAgainPath,
  MAX_JUDGE_AGAIN,
} from "@network-access/service-contracts/judge-again";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json, refusal } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";

/** Another attempt of requests that stand on what is no more. */
export function judgeAgainRoute(needs: {
  readonly judgeAgain: (asked: JudgeAgain) => Promise<AskedAgain>;
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
}): Route {
  return {
    method: "POST",
    path: judgeAgainPath,
    async handle(request) {
      await admitService(request, needs);
      const asked = JudgeAgain.safeParse(await request.json());
      if (!asked.success) {
        const message = `the body must be an object with at most ${MAX_JUDGE_AGAIN} judgings, each with changeRequestUuid and attempt`;
        throw refusal({ status: 400, code: "BAD_USER_INPUT", message });
      }
      return json(200, await needs.judgeAgain(asked.data));
    },
  };
}
