import { annotateRequest } from "../telemetry/request-context.ts";
import type { PresentedFailure } from "./failure.ts";
import { refusal } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";

/** Authenticates a service by its `authorization` header. The subject of the token must be one of `allowedSubjects`. */
type Authenticate = (
  authorization: string | undefined,
  allowedSubjects: readonly string[],
) => Promise<
  { readonly ok: true; readonly subject: string } | { readonly ok: false; readonly refusal: PresentedFailure }
>;

/**
 * Admits another service to an internal route, and adds the subject of the service's token to the request's log line.
 * Throws Refusal if the service is not one of `allowedSubjects`.
 */
export async function admitService(
  request: Pick<HttpRequest, "headers">,
  access: { readonly authenticate: Authenticate; readonly allowedSubjects: readonly string[] },
): Promise<void> {
  const authenticated = await access.authenticate(request.headers.authorization, access.allowedSubjects);
  if (authenticated.ok) annotateRequest({ caller: authenticated.subject });
  else throw refusal(authenticated.refusal);
}
