/** One error in a user's input: its path, and one sentence about it. */
export interface FieldError {
  /**
   * The path of the error, for example `rules[1].sources[0].cidr`. If a whole argument is wrong, the path is the name
   * of the argument.
   */
  readonly path: string;
  readonly message: string;
}

/** Expected failures of any operation. Services add kinds of their own. */
export type Failure =
  | { readonly kind: "invalid-input"; readonly fields: readonly FieldError[] }
  | { readonly kind: "not-found"; readonly message: string }
  | { readonly kind: "conflict"; readonly message: string }
  | { readonly kind: "forbidden"; readonly permission: string }
  | { readonly kind: "unavailable"; readonly message: string }
  | { readonly kind: "timeout"; readonly message: string };

const operationCodes = [
  "BAD_USER_INPUT",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "CONFLICT",
  "RATE_LIMITED",
  "UPSTREAM_UNAVAILABLE",
  "UPSTREAM_TIMEOUT",
] as const;
const failureCodes = [
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  ...operationCodes,
  "INTERNAL_SERVER_ERROR",
] as const;

/** The closed list of codes that a client may see. */
export type FailureCode = (typeof failureCodes)[number];

export function isFailureCode(code: unknown): code is FailureCode {
  return failureCodes.some((known) => known === code);
}

/**
 * Reports whether a code stands for an expected failure of a valid operation. Clients receive the message of such a
 * failure.
 */
export function isOperationCode(code: unknown): code is (typeof operationCodes)[number] {
  return operationCodes.some((known) => known === code);
}

/**
 * Returns the field errors of a failure. If input was refused without field errors, returns one error about the whole
 * input, with the path "".
 */
export function inputErrors(
  code: unknown,
  message: string,
  fields: readonly FieldError[] | undefined,
): readonly FieldError[] | undefined {
  return code === "BAD_USER_INPUT" ? (fields ?? [{ path: "", message }]) : fields;
}

/**
 * A failure in the form that every transport can send: code, HTTP status, message, and the field errors of the input if
 * there are any.
 */
export interface PresentedFailure {
  readonly code: FailureCode;
  readonly status: number;
  readonly message: string;
  readonly fields?: readonly FieldError[];
}

/** A table with one function for each kind of failure. A table that lacks a kind does not compile. */
export type FailureTable<Kinds extends { readonly kind: string }> = {
  readonly [Kind in Kinds["kind"]]: (failure: Extract<Kinds, { readonly kind: Kind }>) => PresentedFailure;
};

/** The table of the general kinds of failure. A service spreads it into its own table. */
export const generalFailures: FailureTable<Failure> = {
  "invalid-input": ({ fields }) => ({ code: "BAD_USER_INPUT", status: 400, message: inputMessage(fields), fields }),
  "not-found": ({ message }) => ({ code: "NOT_FOUND", status: 404, message }),
  conflict: ({ message }) => ({ code: "CONFLICT", status: 409, message }),
  forbidden: ({ permission }) => ({
    code: "FORBIDDEN",
    status: 403,
    message: `the permission "${permission}" is needed`,
  }),
  unavailable: ({ message }) => ({ code: "UPSTREAM_UNAVAILABLE", status: 503, message }),
  timeout: ({ message }) => ({ code: "UPSTREAM_TIMEOUT", status: 504, message }),
};

/**
 * Converts a failure to the form that clients receive. It calls the function in `table` for the kind of the failure.
 */
export function present<Kinds extends { readonly kind: string }>(
  table: FailureTable<Kinds>,
  failure: Kinds,
): PresentedFailure {
  const presentOne: (failure: never) => PresentedFailure = table[failure.kind as Kinds["kind"]];
  return presentOne(failure as never);
}

export type InvalidInput = Extract<Failure, { kind: "invalid-input" }>;

/** Refused input with one field error. */
export function invalidInput(path: string, message: string): InvalidInput {
  return { kind: "invalid-input", fields: [{ path, message }] };
}

function inputMessage(fields: readonly FieldError[]): string {
  const [first] = fields;
  if (!first) return "the input can't be used";
  const rest = fields.length - 1;
  return `${first.path === "" ? "" : `${first.path}: `}${first.message}${rest > 0 ? ` (and ${rest} more)` : ""}`;
}

/** Converts a thrown error to a failure that every transport can send. Returns undefined if the error is unexpected. */
export type ErrorPresenter = (error: unknown) => PresentedFailure | undefined;
