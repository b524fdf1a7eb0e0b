/** What traces are made of, for those who begin spans (tracing.ts) and for what sends them (opentelemetry.ts). */
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'

/** Where spans and figures go, and how much of them. */
export interface TracingSetting {
  /** Of the requests, campaigns and other beginnings, how many are traced: 0 to 1. */
  share: number
  traces: boolean
  metrics: boolean
  /** How long spans wait to be sent with others. */
  spansEveryMs: number
  figuresEveryMs: number
}

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'
export type Attributes = Record<string, string | number | boolean>

export interface SpanPlan {
  /** Of few different ones: a route, a job, never an id. */
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** Milliseconds since 1970; now when absent. */
  startMs?: number
}

export interface Span {
  /** By which others go on with it: W3C Trace Context. */
  readonly traceparent: string
  /** As log lines have them. */
  readonly ids: TraceIds
  set(attributes: Attributes): void
  /** `type`: of few different ones, such as the name of an error. */
  fail(type: string): void
  end(): void
}

export interface TraceIds {
  trace_id: string
  span_id: string
}

/** What makes spans and sends them off (opentelemetry.ts). */
export interface SpanMaker {
  /** `parent`: null for the first span of a trace. */
  start(plan: SpanPlan, parent: string | null): Span
  /** Sends what is left, but does not wait for long. */
  stop(): Promise<void>
}

export interface TracingOptions {
  setting: TracingSetting
  /** `api`, `scheduler` or `worker`. */
  role: string
  log: Logger
  /** Figures that are sent as well. */
  registry?: Registry
}
