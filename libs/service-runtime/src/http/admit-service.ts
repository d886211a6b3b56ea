import { annotateRequest } from "../telemetry/request-context.ts";
import type { PresentedFailure } from "./failure.ts";
import { refusal } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";

/** Authenticates an `authorization` header. The subject of its token must be one of the allowed subjects. */
type Authenticate = (
  authorization: string | undefined,
  allowedSubjects: readonly string[],
) => Promise<
  { readonly ok: true; readonly subject: string } | { readonly ok: false; readonly refusal: PresentedFailure }
>;

/**
 * Admits another service to an internal route, and adds its subject to the request's log line. Throws Refusal if the
 * caller is not one of `allowedSubjects`.
 */
export async function admitService(
  request: Pick<HttpRequest, "headers">,
  access: { readonly authenticate: Authenticate; readonly allowedSubjects: readonly string[] },
): Promise<void> {
  const authenticated = await access.authenticate(request.headers.authorization, access.allowedSubjects);
  if (authenticated.ok) annotateRequest({ caller: authenticated.subject });
  else throw refusal(authenticated.refusal);
}
