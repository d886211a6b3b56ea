import { annotateRequest } from "../telemetry/request-context.ts";
import type { PresentedFailure } from "./failure.ts";
import { refusal } from "./http-reply.ts";
import type { HttpRequest } from "./http-request.ts";

/** Reads an `authorization` header; the subject must be among the allowed ones. */
type Authenticate = (
  authorization: string | undefined,
  allowedSubjects: readonly string[],
) => Promise<
  { readonly ok: true; readonly subject: string } | { readonly ok: false; readonly refusal: PresentedFailure }
>;

/** The door of an internal route: whoever comes in stands in the log line of the request, everybody else is refused. */
export async function admitService(
  request: Pick<HttpRequest, "headers">,
  door: { readonly authenticate: Authenticate; readonly allowedSubjects: readonly string[] },
): Promise<void> {
  const answer = await door.authenticate(request.headers.authorization, door.allowedSubjects);
  if (answer.ok) annotateRequest({ caller: answer.subject });
  else throw refusal(answer.refusal);
}
