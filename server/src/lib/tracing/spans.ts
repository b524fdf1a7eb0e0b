/** The types of traces, shared by tracing.ts, which starts spans, and opentelemetry.ts, which sends them. */
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'

/** Where spans and metrics go, and how many. */
export interface TracingSetting {
  /** Share of requests, campaigns and other roots that are traced: 0 to 1. */
  share: number
  traces: boolean
  metrics: boolean
  /** How long spans wait to be sent in a batch. */
  spansEveryMs: number
  figuresEveryMs: number
}

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'
export type Attributes = Record<string, string | number | boolean>

export interface SpanPlan {
  /** With few distinct values: a route, a job, never an id. */
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** Milliseconds since 1970; now by default. */
  startMs?: number
}

export interface Span {
  /** W3C Trace Context, for spans below this one. */
  readonly traceparent: string
  /** For log lines. */
  readonly ids: TraceIds
  set(attributes: Attributes): void
  /** `type` has few distinct values, such as the name of an error. */
  fail(type: string): void
  end(): void
}

export interface TraceIds {
  trace_id: string
  span_id: string
}

/** Creates and sends spans (opentelemetry.ts). */
export interface SpanMaker {
  /** `parent`: null for the root of a trace. */
  start(plan: SpanPlan, parent: string | null): Span
  /** Sends what is left, without waiting for long. */
  stop(): Promise<void>
}

export interface TracingOptions {
  setting: TracingSetting
  /** `api`, `scheduler`, `worker`, or `webhooks` for the thread that calls endpoints. */
  role: string
  log: Logger
  /** Metrics to send as well. */
  registry?: Registry
}
