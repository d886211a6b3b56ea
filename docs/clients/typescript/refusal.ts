/** One error of the graph, or of an address beside it. */
export interface ServiceError {
  /** A word for programs, such as BAD_USER_INPUT; where something else answered, the HTTP status. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  /** What is wrong with the input, place by place. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** Thrown when the service did not do what it was asked; the message is for a person. */
export class Refusal extends Error {
  readonly code: string;

  constructor({ code, message, requestId, fields = [] }: ServiceError) {
    const wrong = fields.map((field) => `\n  ${field.path}: ${field.message}`).join("");
    const found = requestId === undefined ? "" : `\nThe request id ${requestId} finds it in the logs of the service.`;
    super(`${whatToDo[code] ?? "It did not work"}:${wrong || ` ${message}`}${found}`);
    this.code = code;
  }
}

/** An answer as `application/problem+json` has it, as the events answer. */
export async function readProblem(response: Response): Promise<ServiceError> {
  const text = await response.text();
  try {
    const { code, detail, requestId, errors } = JSON.parse(text);
    if (typeof code === "string" && typeof detail === "string") {
      const fields = errors?.map(({ field, message }: { field: string; message: string }) => ({
        path: field,
        message,
      }));
      return { code, message: detail, requestId, fields };
    }
  } catch {
    // It is no JSON at all.
  }
  return notTheService(response);
}

/** Something on the way answers in its own words, or the address is another program's. */
export function notTheService({ url, status }: Response): ServiceError {
  return { code: String(status), message: `what answers at ${url} is something else (status ${status})` };
}

const whatToDo: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: "The service can't use what was sent; correct it",
  UNAUTHENTICATED: "The service does not know who you are; get a new token and put it into GRAPH_TOKEN",
  FORBIDDEN: "You may not do this; ask for the permission",
  CONFLICT: "Somebody else was there first; look at what there is now",
  RATE_LIMITED: "The service has too much to do, also after waiting for it; come back later",
  UPSTREAM_UNAVAILABLE: "A part of the service is away; nothing is wrong with what you sent, come back later",
  UPSTREAM_TIMEOUT: "A part of the service took too long; ask for less at once, or come back later",
  INTERNAL_SERVER_ERROR: "Something broke inside the service",
};
