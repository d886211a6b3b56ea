import type { IncomingHttpHeaders } from "node:http";
import { ApolloServer, type ApolloServerOptionsWithGateway, HeaderMap } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import type { GraphQLSchema } from "graphql";
import { DeadlineExceeded } from "./deadline.ts";
import type { FaultPresenter, PresentedFailure } from "./failure.ts";
import { createErrorFormat } from "./graphql-failure.ts";
import { createOperationRules, type OperationRun } from "./graphql-operation.ts";
import { graphqlErrorReply, type Reply, refusal } from "./http-reply.ts";
import type { HttpRequest, Route } from "./http-request.ts";
import { limitOperation, type OperationLimits } from "./limit-operation.ts";
import type { Logger } from "./logger.ts";
import { annotateRequest, currentRequest } from "./request-context.ts";
import type { Part } from "./run-until-signal.ts";

/** Who may go on, or what to answer instead. Runs before the body is read. */
export type Admission<Caller> =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: PresentedFailure };

/** What every resolver knows of the operation it serves. */
export interface OperationContext<Caller> {
  readonly caller: Caller;
  readonly requestId: string;
  /** The caller's own header, to be passed on to those who check it again. */
  readonly authorization: string | undefined;
  /** Aborted when the caller leaves or the operation's time is over. */
  readonly signal: AbortSignal;
}

/** What an operation asks for, as far as its time limit depends on it. */
export interface AskedOperation {
  readonly type: "query" | "mutation" | "subscription";
  /** Names of the fields asked for at the top. */
  readonly rootFields: readonly string[];
}

/** Who may come in, what is answered, and how much of it. */
export interface GraphqlEndpointOptions<
  Caller extends { readonly subject: string },
  Context extends OperationContext<Caller>,
> {
  readonly logger: Logger;
  /** A schema of our own, or a gateway in front of others. */
  readonly source:
    | { readonly schema: GraphQLSchema }
    | { readonly gateway: ApolloServerOptionsWithGateway<Context>["gateway"] };
  readonly admit: (headers: IncomingHttpHeaders) => Promise<Admission<Caller>>;
  /** What resolvers get; made anew for each operation, so that loaders live as long as one. */
  readonly context: (operation: OperationContext<Caller>) => Context;
  /** "/graphql" when left out. */
  readonly path?: string;
  readonly introspection: boolean;
  readonly limits?: Partial<OperationLimits>;
  /** Milliseconds an operation may take; 10,000 for all when left out. */
  readonly deadlineMs?: (operation: AskedOperation) => number;
  /** Knows faults that have an answer of their own, such as a store that is away. */
  readonly presentFault?: FaultPresenter;
  readonly maxBodyBytes?: number;
}

/** A GraphQL address: routes for the HTTP server, and a part that starts before and stops after it. */
export interface GraphqlEndpoint extends Part {
  readonly routes: readonly Route[];
}

const defaultLimits: OperationLimits = { depth: 15, aliases: 30, fields: 1_000, directives: 50, tokens: 2_000 };

/** GraphQL over HTTP as the protocol's own audit wants it, with our errors, limits, deadlines and log line. */
export function createGraphqlEndpoint<
  Caller extends { readonly subject: string },
  Context extends OperationContext<Caller>,
>(options: GraphqlEndpointOptions<Caller, Context>): GraphqlEndpoint {
  const { logger, source, admit, context, path = "/graphql", introspection, deadlineMs = () => 10_000 } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const formatError = createErrorFormat(logger, options.presentFault);
  const runs = new WeakMap<AbortSignal, OperationRun>();

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

  async function handle(request: HttpRequest): Promise<Reply> {
    const admission = await admit(request.headers);
    if (!admission.ok) throw refusal(admission.refusal);
    const { caller } = admission;
    annotateRequest({ caller: caller.subject });
    const body = request.method === "POST" ? withoutEmptyName(await request.json()) : undefined;

    const memory = currentRequest()?.memory;
    const leaving = new AbortController();
    const signal = AbortSignal.any([request.signal, leaving.signal]);
    const late = Promise.withResolvers<"late">();
    const leave = () => late.reject(request.signal.reason);
    request.signal.addEventListener("abort", leave, { once: true });
    let timer: NodeJS.Timeout | undefined;
    let allowedMs = 0;
    runs.set(signal, {
      begin(operation) {
        allowedMs = deadlineMs(operation);
        // A query that is refused comes to no end; see counted-answers.ts.
        if (operation.type === "query") void memory?.refused.then(() => late.resolve("late"));
        timer = setTimeout(() => {
          late.resolve("late");
          leaving.abort(new DeadlineExceeded("the operation", allowedMs));
        }, allowedMs);
      },
    });
    try {
      const answer = await Promise.race([
        server.executeHTTPGraphQLRequest({
          httpGraphQLRequest: {
            method: request.method === "HEAD" ? "GET" : request.method,
            headers: headerMap(request.headers),
            search: withoutEmptyNameInSearch(request.search),
            body,
          },
          context: async () => {
            const { requestId } = request;
            return context({ caller, requestId, authorization: request.headers.authorization, signal });
          },
        }),
        late.promise,
      ]);
      if (memory?.refusal) {
        annotateRequest({ codes: [memory.refusal.problem.code] });
        throw memory.refusal;
      }
      if (answer === "late") return lateReply(allowedMs, request.requestId);
      if (answer.body.kind === "chunked") throw new Error("an answer in pieces was made, and none was asked for");
      return { status: answer.status ?? 200, headers: Object.fromEntries(answer.headers), body: answer.body.string };
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", leave);
    }
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

/** Some clients send an empty name for an operation without one. */
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
