/**
 * Sends traces to a collector by OTLP over HTTP, where OTEL_EXPORTER_OTLP_ENDPOINT names one. OpenTelemetry is loaded only
 * then. Spans are sent together every few seconds; what the collector does not take in time is dropped, and nothing waits for it.
 */
import type { Link, SpanContext, Tracer } from '@opentelemetry/api'
import type { Role } from '../../shared/nats-settings.ts'
import { setTracing, type Tracing } from '../../shared/tracing/tracing.ts'

type Settings = { tracesEndpoint: string | null; roles: readonly Role[] }

/** A collector that hangs holds the end of the process up no longer. */
const endTimeoutMs = 3_000
const usualSendEveryMs = 5_000
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Starts to follow what this process does; `stop` sends what is left. */
export async function startTraces(
  settings: Settings,
  sendEveryMs = usualSendEveryMs,
): Promise<{ stop(): Promise<void> }> {
  const { tracesEndpoint: endpoint, roles } = settings
  if (endpoint === null) return { stop: async () => {} }
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const attributes = { 'service.name': 'mandate', 'mandate.roles': roles.join(',') }
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes(attributes),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  })
  setTracing(await createTracing(provider.getTracer('mandate')))
  return {
    async stop() {
      setTracing(null)
      await provider.forceFlush({ timeoutMillis: endTimeoutMs }).catch(() => undefined)
      await provider.shutdown()
    },
  }
}

async function createTracing(tracer: Tracer): Promise<Tracing> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const kinds = {
    server: SpanKind.SERVER,
    consumer: SpanKind.CONSUMER,
    client: SpanKind.CLIENT,
  } as const
  return {
    begin(name, { kind, parent, links = [], attributes }) {
      const context = toContext(parent)
      const inside = context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
      const linked = links.flatMap((one): Link[] => {
        const other = toContext(one)
        return other ? [{ context: other }] : []
      })
      const options = { kind: kinds[kind], attributes, links: linked }
      const span = tracer.startSpan(name, options, inside)
      return {
        trace: toTraceParent(span.spanContext()),
        end(failure) {
          if (failure !== undefined)
            span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
          span.end()
        },
      }
    },
  }
}

function toContext(parent: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = traceparent.exec(parent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16), isRemote: true }
}

const toTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
