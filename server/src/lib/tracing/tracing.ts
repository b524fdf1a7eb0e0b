/**
 * Traces of requests, campaigns and messages. Off unless the operator configures a collector; then OpenTelemetry is not loaded, and each
 * call here is a comparison with null. Spans say what was done, how long it took and how it ended, but never contain contents, addresses or
 * names of people.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createBudget } from './budget.ts'
import type { Span, SpanMaker, SpanPlan, TraceIds, TracingOptions } from './spans.ts'

/** Limits the traces that a process starts: callers decide how often they call, but not what tracing costs. */
const BEGINNINGS = { perSecond: 20, atOnce: 100 }

const active = new AsyncLocalStorage<Span | null>()
let maker: SpanMaker | null = null
let share = 1
let mayBegin = createBudget(BEGINNINGS)

type StartOptions = Omit<TracingOptions, 'setting'> & { setting: TracingOptions['setting'] | null }

/** Starts sending spans, if the operator configured it. Returns a function that stops it. */
export async function startTracing({ setting, ...options }: StartOptions): Promise<() => Promise<void>> {
  if (setting === null) return () => Promise.resolve()
  const { startOpentelemetry } = await import('./opentelemetry.ts')
  const started = startOpentelemetry({ ...options, setting })
  if (setting.traces) maker = started
  share = setting.share
  mayBegin = createBudget(BEGINNINGS)
  return async () => {
    maker = null
    await started.stop()
  }
}

export function isTracing(): boolean {
  return maker !== null
}

/**
 * Starts a trace, or continues the caller's (`outside`: its traceparent header). Of that only the id is kept, since callers would otherwise
 * decide how much is stored. Null if this request is not traced.
 */
export function beginTrace(plan: SpanPlan, outside?: string): Span | null {
  if (maker === null) return null
  const parent = outside === undefined ? null : parseTraceparent(outside)
  if (parent !== null && !parent.isSampled) return null
  const lot = parent === null ? Math.random() : samplingFraction(parent.traceId)
  if (lot >= share || !mayBegin()) return null
  return maker.start(plan, parent === null ? null : traceparentOf(parent))
}

/**
 * Starts a span below `parent`, a traceparent of ours, which was within the budget, or else below the current span. Null if that is not
 * traced.
 */
export function startSpan(plan: SpanPlan, parent?: string | null): Span | null {
  if (maker === null) return null
  const above = parent ?? currentTraceparent()
  if (above === undefined || parseTraceparent(above) === null) return null
  return maker.start(plan, above)
}

/** Runs `work`, and whatever it awaits, within this span. */
export function within<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : active.run(span, work)
}

/** Runs `work` as one span, which fails if `work` rejects, and ends with it. */
export async function traced<T>(span: Span | null, work: () => Promise<T>): Promise<T> {
  if (span === null) return work()
  try {
    return await active.run(span, work)
  } catch (error) {
    span.fail(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** The current span's traceparent, to be stored with work that continues elsewhere. */
export function currentTraceparent(): string | undefined {
  return maker === null ? undefined : active.getStore()?.traceparent
}

/** Ids of the current span, for log lines. */
export function currentIds(): TraceIds | undefined {
  return maker === null ? undefined : active.getStore()?.ids
}

/** Class or code of an error; its message may quote what must not be in a trace. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

interface Parent {
  traceId: string
  spanId: string
  isSampled: boolean
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** https://www.w3.org/TR/trace-context/#traceparent-header; null if malformed. */
function parseTraceparent(text: string): Parent | null {
  if (text.length > 200 || text.startsWith('ff')) return null
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

function traceparentOf({ traceId, spanId }: Pick<Parent, 'traceId' | 'spanId'>): string {
  return `00-${traceId}-${spanId}-01`
}

const LOT_DIGITS = 12

/** The same in every process: the last digits of a trace id are random (W3C Trace Context, level 2). */
function samplingFraction(traceId: string): number {
  return Number.parseInt(traceId.slice(-LOT_DIGITS), 16) / 16 ** LOT_DIGITS
}
