import type { TypedDocumentString } from "./operations.generated.ts";
import { Refusal, type ServiceError, unexpectedAnswer } from "./refusal.ts";
import { waitBeforeRetry } from "./wait-before-retry.ts";

/** The service's URLs, and the token of the caller. */
export interface Service {
  /** The URL without "/graphql". */
  readonly graphUrl: string;
  readonly eventsUrl: string;
  readonly token: string;
}

/** A response of GraphQL over HTTP. */
interface GraphAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Omit<ServiceError, "message"> }[];
}

const MAX_ATTEMPTS = 5;

/**
 * Sends one operation and returns its data, or throws a Refusal. If the service is busy, sends the operation again
 * after a pause, up to `MAX_ATTEMPTS` attempts in total. This is safe, because every operation of this example may be
 * repeated, even saving.
 */
export async function askGraph<Data, Variables>(
  { graphUrl, token }: Service,
  operation: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${graphUrl}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: operation.toString(), variables }),
      signal: AbortSignal.timeout(30_000),
    });
    const { data, errors = [] } = await readAnswer<Data>(response);
    const [error] = errors;
    if (data && !error) return data;
    const failed = error ? { ...error.extensions, message: error.message } : unexpectedAnswer(response);
    const isBusy = failed.code === "RATE_LIMITED" || response.status === 429 || response.status === 503;
    if (!isBusy || attempt === MAX_ATTEMPTS) throw new Refusal(failed);
    await waitBeforeRetry(response.headers, attempt);
  }
}

async function readAnswer<Data>(response: Response): Promise<GraphAnswer<Data>> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
