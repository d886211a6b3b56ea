import type { IncomingHttpHeaders } from "node:http";
import { ApolloServer, type ApolloServerOptionsWithGateway, HeaderMap } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import type { GraphQLSchema, OperationDefinitionNode } from "graphql";
import type { ErrorPresenter, PresentedFailure } from "../http/failure.ts";
import { graphqlErrorReply, type Reply, refusal } from "../http/http-reply.ts";
import type { HttpRequest, Route } from "../http/http-request.ts";
import type { Part } from "../process/part.ts";
import { countLookups } from "../telemetry/cache-lookups.ts";
import type { Logger } from "../telemetry/logger.ts";
import { annotateRequest, currentRequest } from "../telemetry/request-context.ts";
import { createErrorFormat } from "./graphql-failure.ts";
import { annotateOperation, createOperationRules, type OperationRun, rootFieldsOf } from "./graphql-operation.ts";
import {
  createKnownOperations,
  type DirectExecutor,
  isPlainBody,
  knownBy,
  type ParsedOperation,
} from "./known-operations.ts";
import { limitOperation, type OperationLimits } from "./limit-operation.ts";
import { measureOperation } from "./measure-operations.ts";
import { openOperationTime } from "./operation-time.ts";
import { variableErrors } from "./variable-errors.ts";

/**
 * The result of checking a caller: the admitted caller, or the refusal. Callers are checked before the body is read.
 */
export type Admission<Caller> =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: PresentedFailure };

/** The context of every resolver. */
export interface OperationContext<Caller> {
  readonly caller: Caller;
  readonly requestId: string;
  /** The caller's `authorization` header. It is forwarded to other services, which verify it again. */
  readonly authorization: string | undefined;
  /** Aborted when the caller disconnects or the operation's deadline passes. */
  readonly signal: AbortSignal;
}

/** What the deadline of an operation may depend on. */
export interface RequestedOperation {
  readonly type: "query" | "mutation" | "subscription";
  /** Names of the top-level fields. */
  readonly rootFields: readonly string[];
}

/** Options of an endpoint: admission, schema, limits. */
export interface GraphqlEndpointOptions<
  Caller extends { readonly subject: string },
  Context extends OperationContext<Caller>,
> {
  readonly logger: Logger;
  /** A schema of this process, or a gateway to other services. */
  readonly source:
    | { readonly schema: GraphQLSchema }
    | {
        readonly gateway: ApolloServerOptionsWithGateway<Context>["gateway"];
        /**
         * Runs operations that the server library has validated in an earlier request. It bypasses the library's
         * request pipeline, because the pipeline takes most of the time of an operation.
         */
        readonly direct?: DirectExecutor<Context> | undefined;
      };
  readonly admit: (headers: IncomingHttpHeaders) => Promise<Admission<Caller>>;
  /**
   * Creates the context of resolvers. It is called once for each operation, so data loaders in the context are never
   * shared between operations.
   */
  readonly context: (operation: OperationContext<Caller>) => Context;
  /** The default is "/graphql". */
  readonly path?: string;
  readonly introspection: boolean;
  readonly limits?: Partial<OperationLimits>;
  /** Returns the deadline of an operation in milliseconds. The default is 10,000 for every operation. */
  readonly deadlineMs?: (operation: RequestedOperation) => number;
  /**
   * Returns the response to an expected error, such as the error of an unavailable database. Returns undefined for any
   * other error.
   */
  readonly presentError?: ErrorPresenter;
  readonly maxBodyBytes?: number;
}

/**
 * A GraphQL endpoint. The HTTP server serves its routes, so the endpoint starts before the HTTP server and stops after
 * it.
 */
export interface GraphqlEndpoint extends Part {
  readonly routes: readonly Route[];
}

const defaultLimits: OperationLimits = { depth: 15, aliases: 30, fields: 1_000, directives: 50, tokens: 2_000 };

/**
 * Creates an endpoint that serves GraphQL over HTTP and meets the requirements of the graphql-http audit. The endpoint
 * also applies limits and deadlines, formats errors and adds to the request's log line.
 */
export function createGraphqlEndpoint<
  Caller extends { readonly subject: string },
  Context extends OperationContext<Caller>,
>(options: GraphqlEndpointOptions<Caller, Context>): GraphqlEndpoint {
  const { logger, source, admit, context, path = "/graphql", introspection, deadlineMs = () => 10_000 } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const formatError = createErrorFormat(logger, options.presentError);
  const runs = new WeakMap<AbortSignal, OperationRun>();
  const direct = "gateway" in source ? source.direct : undefined;
  const known = createKnownOperations();
  const countLookup = direct && countLookups("operations");
  // Caches the deadline of each operation in milliseconds. The entry of an operation remains while the operation is in
  // `known` or in the server library's cache of parsed documents.
  const allowedMs = new WeakMap<OperationDefinitionNode, number>();

  const settings = {
    logger,
    formatError,
    introspection,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    stringifyResult: (value: unknown) => JSON.stringify(value),
    parseOptions: { maxTokens: limits.tokens },
    validationOptions: { maxErrors: 5 },
    maxRecursiveSelections: true,
    validationRules: [limitOperation(limits, introspection)],
    persistedQueries: false as const,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      createOperationRules<Context>((signal) => runs.get(signal)),
    ],
  };
  const server =
    "schema" in source
      ? new ApolloServer<Context>({ ...settings, schema: source.schema })
      : new ApolloServer<Context>({ ...settings, gateway: source.gateway });

  function allowedMsOf(operation: OperationDefinitionNode): number {
    const known = allowedMs.get(operation);
    if (known !== undefined) return known;
    const computed = deadlineMs({ type: operation.operation, rootFields: rootFieldsOf(operation) });
    allowedMs.set(operation, computed);
    return computed;
  }

  async function handle(request: HttpRequest): Promise<Reply> {
    const admission = await admit(request.headers);
    if (!admission.ok) throw refusal(admission.refusal);
    const { caller } = admission;
    annotateRequest({ caller: caller.subject });
    const body = request.method === "POST" ? withoutEmptyName(await request.json()) : undefined;

    const memory = currentRequest()?.memory;
    const time = openOperationTime(request.signal);
    const { requestId, headers } = request;
    const operationContext = { caller, requestId, authorization: headers.authorization, signal: time.signal };
    const measure = measureOperation(request.over);
    const begin = ({ operation }: ParsedOperation) => {
      const { operation: type } = operation;
      measure.begin(operation);
      time.allow(allowedMsOf(operation));
      // A refused query never completes; see counted-answers.ts.
      if (type === "query") void memory?.refused.then(time.abandon);
    };
    try {
      const answer = await Promise.race([
        run(request, body, () => context(operationContext), { signal: time.signal, begin, answered: measure.answered }),
        time.over,
      ]);
      if (memory?.refusal) {
        annotateRequest({ codes: [memory.refusal.problem.code] });
        throw memory.refusal;
      }
      if (answer !== "late") {
        measure.end(answer.status);
        return answer;
      }
      measure.end(504);
      return lateReply(time.allowedMs, requestId);
    } catch (error) {
      measure.end(undefined, error);
      throw error;
    } finally {
      time.end();
    }
  }

  /** Runs an operation directly if it was validated before, and otherwise through the server library. */
  async function run(
    request: HttpRequest,
    body: unknown,
    contextOf: () => Context,
    on: OperationRun & { readonly signal: AbortSignal },
  ): Promise<Reply> {
    if (!direct || !isPlainBody(body)) return runInServer(request, body, contextOf, on);
    const key = knownBy(request.headers, body);
    const before = known.get(key);
    countLookup?.(before !== undefined);
    const variables = body.variables ?? {};
    // An operation with invalid variables runs through the server library, whose rules report the errors.
    if (!before || variableErrors(before.schema, before.operation, variables).length > 0) {
      let parsed: ParsedOperation | undefined;
      const begin = (operation: ParsedOperation) => {
        parsed = operation;
        on.begin(operation);
      };
      const reply = await runInServer(request, body, contextOf, { ...on, begin });
      if (parsed && reply.status === 200) known.set(key, { ...parsed, headers: reply.headers ?? {} });
      return reply;
    }
    on.begin(before);
    const { document, operation, queryHash, headers } = before;
    const { data, errors } = await direct({
      request: { variables },
      document,
      operation,
      queryHash,
      context: contextOf(),
    });
    const formatted = errors?.map((error) => {
      const { extensions } = error;
      const code = extensions.code ?? "INTERNAL_SERVER_ERROR";
      return formatError({ ...error.toJSON(), extensions: { ...extensions, code } }, error);
    });
    on.answered(annotateOperation(operation, queryHash, formatted));
    return { status: 200, headers, body: JSON.stringify({ errors: formatted, data }) };
  }

  async function runInServer(
    request: HttpRequest,
    body: unknown,
    contextOf: () => Context,
    on: OperationRun & { readonly signal: AbortSignal },
  ) {
    runs.set(on.signal, on);
    const answer = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method === "HEAD" ? "GET" : request.method,
        headers: headerMap(request.headers),
        search: withoutEmptyNameInSearch(request.search),
        body,
      },
      context: async () => contextOf(),
    });
    if (answer.body.kind === "chunked")
      throw new Error("the server library sent a chunked response, which no client requested");
    return { status: answer.status ?? 200, headers: Object.fromEntries(answer.headers), body: answer.body.string };
  }

  const route = {
    path,
    handle,
    problems: graphqlErrorReply,
    ...(options.maxBodyBytes ? { maxBodyBytes: options.maxBodyBytes } : {}),
  };
  return {
    name: "graphql",
    routes: [
      { ...route, method: "GET" },
      { ...route, method: "POST" },
    ],
    start: () => server.start(),
    stop: () => server.stop(),
  };
}

function lateReply(allowedMs: number, requestId: string): Reply {
  annotateRequest({ codes: ["UPSTREAM_TIMEOUT"] });
  const message = `the operation took longer than ${allowedMs} ms; ask for less, or try again`;
  const errors = [{ message, extensions: { code: "UPSTREAM_TIMEOUT", requestId } }];
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ errors, data: null }),
  };
}

/** Removes an empty operation name, which some clients send for an operation without a name. */
function withoutEmptyName(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("operationName" in body) || body.operationName !== "") return body;
  const { operationName: _, ...rest } = body;
  return rest;
}

function withoutEmptyNameInSearch(search: string): string {
  return search.replace(/([?&])operationName=(?=&|$)/, "$1");
}

function headerMap(headers: IncomingHttpHeaders): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return map;
}
