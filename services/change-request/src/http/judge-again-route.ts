import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  type AskedAgain,
  JudgeAgain,
  judgeAgainPath,
  MAX_JUDGE_AGAIN,
} from "@network-access/service-contracts/judge-again";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json } from "@network-access/service-runtime/http-reply";
import type { Route } from "@network-access/service-runtime/http-request";
import { readAsked } from "@network-access/service-runtime/read-asked";

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
      const wanted = `an object with at most ${MAX_JUDGE_AGAIN} judgings, each with changeRequestUuid and attempt`;
      return json(200, await needs.judgeAgain(await readAsked(request, JudgeAgain, wanted)));
    },
  };
}
