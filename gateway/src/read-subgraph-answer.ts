import { parseExactJson } from "@network-access/service-runtime/exact-json";
import { isOperationCode } from "@network-access/service-runtime/failure";
import { parseJson } from "@network-access/service-runtime/parse-json";
import { z } from "zod";
import { isData } from "./compiled/merge-data.ts";

/** An error of a subgraph, reduced to what a client may see. */
export interface SubgraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly fields?: readonly { path: string; message: string }[] };
}

/**
 * The response of a subgraph. `errors` contains general messages instead of internal errors. `hidden` contains at most
 * ten of the internal errors for the log.
 */
export interface SubgraphAnswer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly SubgraphError[];
  readonly hidden?: readonly unknown[];
}

const body = z.object({
  data: z.custom<Record<string, unknown> | null>((value) => value === null || isData(value)).optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z
          .object({
            code: z.string().optional(),
            fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
});

/**
 * Parses a response of a subgraph. Returns undefined if `text` is not a GraphQL response with data or errors. With
 * `holdsJson`, numbers keep all their digits, and parsing takes about twice as long.
 */
export function readSubgraphAnswer(text: string, holdsJson = false): SubgraphAnswer | undefined {
  const parsed = body.safeParse(holdsJson ? parseExactly(text) : parseJson(text));
  if (!parsed.success) return undefined;
  const { data, errors = [] } = parsed.data;
  if (errors.length === 0) return data === undefined || data === null ? undefined : { data };
  const hidden = errors.filter((error) => !isOperationCode(error.extensions?.code));
  return {
    data: data ?? null,
    errors: errors.map(publicError),
    ...(hidden.length > 0 ? { hidden: hidden.slice(0, 10) } : {}),
  };
}

function parseExactly(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function publicError(error: NonNullable<z.output<typeof body>["errors"]>[number]): SubgraphError {
  const { code, fields } = error.extensions ?? {};
  const path = error.path ? { path: error.path } : {};
  if (!isOperationCode(code)) {
    return { message: "something went wrong here", ...path, extensions: { code: "INTERNAL_SERVER_ERROR" } };
  }
  return { message: error.message, ...path, extensions: { code, ...(fields ? { fields } : {}) } };
}
