import {
  type Attributes,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import type { Logger } from "../telemetry/logger.ts";
import { currentRequest } from "../telemetry/request-context.ts";
import type { Part } from "./part.ts";

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

let sending = false;

/**
 * Creates the part that sends traces to an OTLP endpoint over HTTP. If `endpoint` is undefined, the part loads no
 * tracing library and creates no spans. Outgoing calls carry the trace context of the incoming request even without an
 * endpoint.
 */
export function createTelemetry(options: {
  readonly serviceName: string;
  readonly endpoint: string | undefined;
  readonly logger: Logger;
}): Part {
  const { serviceName, endpoint, logger } = options;
  let shutdown: (() => Promise<void>) | undefined;
  return {
    name: "telemetry",
    async start() {
      if (endpoint === undefined) return;
      const [{ OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, NodeTracerProvider }] =
        await Promise.all([
          import("@opentelemetry/exporter-trace-otlp-http"),
          import("@opentelemetry/resources"),
          import("@opentelemetry/sdk-trace-node"),
        ]);
      const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces`, timeoutMillis: 5_000 });
      const provider = new NodeTracerProvider({
        resource: resourceFromAttributes({ "service.name": serviceName }),
        spanProcessors: [new BatchSpanProcessor(exporter)],
      });
      provider.register();
      sending = true;
      shutdown = () => provider.shutdown();
      logger.info("traces are sent");
    },
    async stop() {
      sending = false;
      try {
        await shutdown?.();
      } catch (error) {
        logger.warn({ err: error }, "the last traces could not be sent");
      }
      trace.disable();
      context.disable();
    },
  };
}

interface SpanOptions {
  readonly kind: keyof typeof kinds;
  readonly attributes?: Attributes;
  /**
   * The W3C trace context of the caller, which becomes the parent of the span. By default, the active span is the
   * parent.
   */
  readonly parent?: string | undefined;
}

/** Runs `work` inside a span. If `work` throws, the span is marked as failed and the error is rethrown. */
export function withSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!sending) return work(undefined);
  return start(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Does the same as `withSpan` for synchronous work. */
export function withSyncSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Result,
): Result {
  if (!sending) return work(undefined);
  return start(name, options, (span) => {
    try {
      return work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed without throwing. */
export function markFailed(span: Span | undefined, error?: unknown): void {
  span?.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
}

function start<Result>(
  name: string,
  { kind, attributes = {}, parent }: SpanOptions,
  work: (span: Span) => Result,
): Result {
  const parentContext = parent === undefined ? context.active() : contextOf(parent);
  return trace
    .getTracer("service-runtime")
    .startActiveSpan(name, { kind: kinds[kind], attributes }, parentContext, work);
}

/**
 * Returns the `traceparent` to send. It is taken from the active span or, if there is none, from the current request.
 */
export function currentTraceparent(): string | undefined {
  const span = sending ? trace.getSpan(context.active())?.spanContext() : undefined;
  if (span && isSpanContextValid(span)) {
    const flags = (span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0");
    return `00-${span.traceId}-${span.spanId}-${flags}`;
  }
  return currentRequest()?.traceparent;
}

function contextOf(traceparent: string) {
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-");
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(context.active(), remote) : context.active();
}
