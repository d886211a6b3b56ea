import { json, Refusal } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { passwordRefusal } from "../../access/password-refusal.ts";
import { logIn, validateLogin } from "../../users/log-in.ts";
import { LoginRefusedAnswer } from "../answers/error-answer.ts";
import { callerRefusal } from "../caller-refusal.ts";
import type { EstateRoute } from "../estate-route.ts";
import { readBody } from "../read-body.ts";

const Credentials = z.object({ username: z.string().min(1).max(1_024), password: z.string().max(1_024) });

const PATH = "/securitymanager/api/authentication";

/**
 * Creates two routes. One logs a user in with a name and a password. The other checks whether such a login would
 * succeed.
 */
export function authenticationRoutes(needs: Parameters<typeof logIn>[0]): readonly EstateRoute[] {
  return [
    {
      ...{ takes: "anyone", needs: [], method: "POST", path: `${PATH}/login` },
      description: {
        ...{ id: "logIn", summary: "Gives a user a token for eight hours" },
        details:
          "Send it in `X-FM-Auth-Token`, or as Bearer in `Authorization`. Wrong credentials are answered with 401.",
        body: Credentials,
        answers: { 200: z.object({ authorized: z.literal(true), token: z.string() }).meta({ id: "Login" }) },
        errors: { 401: LoginRefusedAnswer },
        refuses: [429],
      },
      async handle(request) {
        const { username, password } = await readBody(request, Credentials);
        const login = await logIn(needs, username, password);
        if (login.outcome === "done") return json(200, { authorized: true, token: login.token });
        if (login.outcome === "refused") throw callerRefusal(passwordRefusal(login));
        const message = "the user name or the password is wrong, or the user may not log in";
        throw new Refusal({ status: 401, code: "UNAUTHENTICATED", message, members: { authorized: false } });
      },
    },
    {
      ...{ takes: "anyone", needs: [], method: "POST", path: `${PATH}/validate` },
      description: {
        ...{ id: "validateLogin", summary: "Says whether a login would succeed" },
        body: Credentials,
        answers: {
          200: z.object({ authStatus: z.enum(["AUTHORIZED", "UNAUTHORIZED"]) }).meta({ id: "LoginValidation" }),
        },
        refuses: [429],
      },
      async handle(request) {
        const { username, password } = await readBody(request, Credentials);
        const check = await validateLogin(needs, username, password);
        if (check.outcome === "refused") throw callerRefusal(passwordRefusal(check));
        return json(200, { authStatus: check.outcome === "right" ? "AUTHORIZED" : "UNAUTHORIZED" });
      },
    },
  ];
}
