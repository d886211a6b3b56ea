/** One error of the GraphQL API or of the event stream. */
export interface ServiceError {
  /** A code such as BAD_USER_INPUT, or the HTTP status if the response does not come from the service. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  /** The mistakes in the input. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** An error that the service returned. Its message tells a person what to do. */
export class Refusal extends Error {
  readonly code: string;

  constructor({ code, message, requestId, fields = [] }: ServiceError) {
    const mistakes = fields.map((field) => `\n  ${field.path}: ${field.message}`).join("");
    const logged = requestId === undefined ? "" : `\nRequest id: ${requestId}`;
    super(`${whatToDo[code] ?? "The request failed"}:${mistakes || ` ${message}`}${logged}`);
    this.code = code;
  }
}

/** Reads the error in `application/problem+json`, which the event stream returns. */
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
    // The text is not JSON.
  }
  return unexpectedAnswer(response);
}

/**
 * Describes a response that does not have the format of the service. Such a response comes from a proxy, or from
 * another program to which the URL belongs.
 */
export function unexpectedAnswer({ url, status }: Response): ServiceError {
  return { code: String(status), message: `${url} is not this service (status ${status})` };
}

const whatToDo: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: "The input is wrong; correct it",
  UNAUTHENTICATED: "The token is missing, wrong or expired; put a new one into GRAPH_TOKEN",
  FORBIDDEN: "A permission is missing; ask for it",
  CONFLICT: "It changed at the same time; read it again",
  RATE_LIMITED: "The service is still busy; try again later",
  UPSTREAM_UNAVAILABLE: "A part of the service is down; the request is valid, try again later",
  UPSTREAM_TIMEOUT: "A part of the service is slow; ask for less, or try again later",
  INTERNAL_SERVER_ERROR: "The service failed unexpectedly",
};
