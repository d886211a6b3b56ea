import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "@network-access/testkit/listen";

/** A span, as an OTLP exporter sends it. */
export interface ReceivedSpan {
  readonly process: string;
  readonly name: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly name: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
      }[];
    }[];
  }[];
}

/** Starts a collector of traces that keeps every span it receives. */
export async function startTraceReceiver() {
  const traces = new Map<string, ReceivedSpan[]>();
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as ExportRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const process = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
      for (const { traceId, name, spanId, parentSpanId = "" } of scopeSpans.flatMap(({ spans }) => spans)) {
        const spans = traces.get(traceId) ?? [];
        traces.set(traceId, [...spans, { process, name, spanId, parentSpanId }]);
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const { url, stop } = await listen(server);
  return {
    ...{ url, stop },
    spansOf: (traceId: string): readonly ReceivedSpan[] => traces.get(traceId) ?? [],
    /** Returns the names of the processes that have sent a span. */
    processes: (): readonly string[] => [...new Set([...traces.values()].flat().map(({ process }) => process))],
  };
}
