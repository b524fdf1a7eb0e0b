/**
 * OpenTelemetry's SDK, loaded only if a collector is configured. It reads some settings itself: OTEL_EXPORTER_OTLP_*, OTEL_SERVICE_NAME and
 * OTEL_RESOURCE_ATTRIBUTES. A collector that is down or slow loses data: the queue is bounded, and the loss is logged once.
 */
import { ROOT_CONTEXT, SpanKind as Kind, SpanStatusCode, trace, type Span as ApiSpan } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import type { Resource } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { VERSION } from '../version.ts'
import { figuresOf } from './otlp-figures.ts'
import type { Attributes, Span, SpanKind, SpanMaker, TracingOptions } from './spans.ts'

/** Spans queued for the collector; further ones are dropped. */
const QUEUE = 2048
/** How long a stopping process waits for the collector. */
const STOP_MS = 2000

export function startOpentelemetry({ setting, role, log, registry }: TracingOptions): SpanMaker {
  const resource = resourceOf(role)
  const tell = createErrorReporter(log)
  const provider = new TracerProvider({
    resource,
    // Sampling is decided before (tracing.ts).
    sampler: new AlwaysOnSampler(),
    spanProcessors: setting.traces
      ? [
          new BatchSpanProcessor({
            exporter: withErrorReport(new OTLPTraceExporter(), tell('spans')),
            scheduledDelayMillis: setting.spansEveryMs,
            maxQueueSize: QUEUE,
          }),
        ]
      : [],
  })
  const meters =
    setting.metrics && registry !== undefined
      ? new MeterProvider({
          resource,
          readers: [
            new PeriodicExportingMetricReader({
              exporter: withErrorReport(new OTLPMetricExporter(), tell('figures')),
              exportIntervalMillis: setting.figuresEveryMs,
              metricProducers: [figuresOf(registry)],
            }),
          ],
        })
      : null
  const tracer = provider.getTracer('notifly', VERSION)
  return {
    start({ name, kind, attributes = {}, startMs }, parent) {
      const options = { kind: KINDS[kind], attributes, ...(startMs !== undefined && { startTime: startMs }) }
      return spanOf(tracer.startSpan(name, options, parent === null ? ROOT_CONTEXT : contextOf(parent)))
    },
    stop: async () => {
      const ended = Promise.allSettled([provider.shutdown(), meters?.shutdown()])
      let timer: NodeJS.Timeout | undefined
      await Promise.race([ended, new Promise(resolve => (timer = setTimeout(resolve, STOP_MS)))])
      clearTimeout(timer)
    },
  }
}

const KINDS: Record<SpanKind, Kind> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
}

/** The operator's attributes take precedence over ours. */
function resourceOf(role: string): Resource {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'notifly',
        'service.version': VERSION,
        'service.instance.id': randomUUID(),
        'host.name': hostname(),
        'process.pid': process.pid,
        'notifly.role': role,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
}

function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  })
}

function spanOf(span: ApiSpan): Span {
  const { traceId, spanId } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    ids: { trace_id: traceId, span_id: spanId },
    set: (attributes: Attributes) => void span.setAttributes(attributes),
    fail: type => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  }
}

type ReportError = (error: Error | undefined) => void

/** Logs when a collector starts to fail, and when it recovers, but not each failure. */
function createErrorReporter(log: Logger): (what: string) => ReportError {
  return what => {
    let isFailing = false
    return error => {
      if ((error !== undefined) === isFailing) return
      isFailing = error !== undefined
      if (isFailing) log.warn({ err: error }, `${what} do not reach the collector; they are dropped until they do`)
      else log.info(`${what} reach the collector again`)
    }
  }
}

/** Wraps an exporter to observe its results. */
function withErrorReport<E extends SpanExporter | PushMetricExporter>(exporter: E, tell: ReportError): E {
  const send = exporter.export.bind(exporter) as (
    data: never,
    done: (result: { code: number; error?: Error }) => void,
  ) => void
  exporter.export = (data: never, done: (result: { code: number; error?: Error }) => void) =>
    send(data, result => {
      tell(result.code === 0 ? undefined : (result.error ?? new Error('the collector refused')))
      done(result)
    })
  return exporter
}
