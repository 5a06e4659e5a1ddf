import { ROOT_CONTEXT, type Span, SpanStatusCode, trace as traces } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { currentScope, type Trace, within } from '../shop/trace.ts'

/**
 * Sends traces to an OpenTelemetry collector with OTLP over HTTP.
 * @param endpoint the collector's URL, as in OTEL_EXPORTER_OTLP_ENDPOINT; /v1/traces is appended
 * @param serviceName the shop's name in the traces
 */
export function otlpTraces(endpoint: string, serviceName: string): { trace: Trace; close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('belt-club')
  const trace: Trace = async (name, attributes, work) => {
    const parent = currentScope().span
    const context = parent ? traces.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = tracer.startSpan(name, { attributes }, context)
    try {
      return await within({ span }, work)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }
  return { trace, close: () => provider.shutdown() }
}

// Only the error's name: messages quote addresses and values (server/shop/log.ts).
function fail(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
}
