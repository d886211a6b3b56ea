import type { TypedDocumentString } from "./operations.generated.ts";
import { notTheService, Refusal, type ServiceError } from "./refusal.ts";
import { waitAsAsked } from "./wait-as-asked.ts";

/** Where the service is, and as whom it is asked. */
export interface Service {
  /** Without "/graphql". */
  readonly graphUrl: string;
  readonly eventsUrl: string;
  readonly token: string;
}

/** An answer as GraphQL over HTTP has it. */
interface GraphAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Omit<ServiceError, "message"> }[];
}

const MAX_ATTEMPTS = 5;

/**
 * Sends one operation and gives its data; what the service answers with errors is thrown as a Refusal. When the service
 * is busy it is asked again after the pause it wants: every operation here may be sent twice, saving included.
 */
export async function askGraph<Data, Variables>(
  { graphUrl, token }: Service,
  operation: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${graphUrl}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: operation.toString(), variables }),
      signal: AbortSignal.timeout(30_000),
    });
    const { data, errors = [] } = await readAnswer<Data>(response);
    const [error] = errors;
    if (data && !error) return data;
    const failed = error ? { ...error.extensions, message: error.message } : notTheService(response);
    const isBusy = failed.code === "RATE_LIMITED" || response.status === 429 || response.status === 503;
    if (!isBusy || tries === MAX_ATTEMPTS) throw new Refusal(failed);
    await waitAsAsked(response.headers, tries);
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
