/** An OpenTelemetry collector: receives spans and metrics as OTLP over HTTP, in protobuf, and stores them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import protobuf from 'protobufjs'

/** The parts of https://github.com/open-telemetry/opentelemetry-proto that are used; protobuf skips other fields. */
const SCHEMA = protobuf.parse(`
  syntax = "proto3";
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; Status status = 15;
  }
  message Status { string message = 2; int32 code = 3; }
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message Metric { string name = 1; string unit = 3; Numbers gauge = 5; Numbers sum = 7; Histogram histogram = 9; }
  message Numbers { repeated NumberPoint data_points = 1; bool is_monotonic = 3; }
  message NumberPoint { double as_double = 4; repeated KeyValue attributes = 7; }
  message Histogram { repeated HistogramPoint data_points = 1; }
  message HistogramPoint {
    fixed64 count = 4; double sum = 5; repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7; repeated KeyValue attributes = 9;
  }`).root

type Attributes = Record<string, string | number | boolean>

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentId: string
  name: string
  seconds: number
  isError: boolean
  attributes: Attributes
  role: string
}

interface CollectedFigure {
  name: string
  unit: string
  role: string
  /** Of a histogram: how many values it has. */
  points: { attributes: Attributes; value: number; buckets?: number[] }[]
}

export interface Collector {
  url: string
  spans: CollectedSpan[]
  figures: CollectedFigure[]
  /** From now on nobody answers, until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const figures: CollectedFigure[] = []
  let port = 0
  let server: Server | undefined
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    if (request.url === '/v1/traces') spans.push(...spansIn(body))
    else if (request.url === '/v1/metrics') figures.push(...figuresIn(body))
    else response.statusCode = 404
    response.setHeader('Content-Type', 'application/x-protobuf').end()
  }
  const open = async (): Promise<void> => {
    server = createServer((request, response) => void take(request, response)).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await open()
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    figures,
    open,
    close: async () => {
      server?.closeAllConnections()
      await new Promise(resolve => server?.close(resolve))
    },
  }
}

interface KeyValue {
  key: string
  value: Record<string, string | number | boolean>
}

interface RawResource {
  resource?: { attributes?: KeyValue[] }
}

function read<T>(type: string, body: Buffer): T {
  const message = SCHEMA.lookupType(type)
  return message.toObject(message.decode(body), { longs: Number, bytes: Array, arrays: true }) as T
}

function attributesOf(list: KeyValue[] = []): Attributes {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0] ?? '']))
}

function roleOf({ resource }: RawResource): string {
  return String(attributesOf(resource?.attributes)['notifly.role'])
}

interface RawSpan {
  traceId: number[]
  spanId: number[]
  parentSpanId: number[]
  name: string
  startTimeUnixNano: number
  endTimeUnixNano: number
  attributes: KeyValue[]
  status?: { code?: number }
}

const ERROR = 2

function spansIn(body: Buffer): CollectedSpan[] {
  type Raw = { resourceSpans: (RawResource & { scopeSpans: { spans: RawSpan[] }[] })[] }
  const hex = (bytes: number[] = []): string => Buffer.from(bytes).toString('hex')
  return read<Raw>('Traces', body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(scope =>
      scope.spans.map(span => ({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: hex(span.parentSpanId),
        name: span.name,
        seconds: (span.endTimeUnixNano - span.startTimeUnixNano) / 1e9,
        isError: span.status?.code === ERROR,
        attributes: attributesOf(span.attributes),
        role: roleOf({ ...(resource && { resource }) }),
      })),
    ),
  )
}

interface RawPoint {
  attributes: KeyValue[]
  asDouble?: number
  count?: number
  bucketCounts?: number[]
}

interface RawMetric {
  name: string
  unit: string
  gauge?: { dataPoints: RawPoint[] }
  sum?: { dataPoints: RawPoint[] }
  histogram?: { dataPoints: RawPoint[] }
}

function figuresIn(body: Buffer): CollectedFigure[] {
  type Raw = { resourceMetrics: (RawResource & { scopeMetrics: { metrics: RawMetric[] }[] })[] }
  return read<Raw>('Metrics', body).resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ name, unit, gauge, sum, histogram }) => ({
        name,
        unit,
        role: roleOf({ ...(resource && { resource }) }),
        points: (gauge ?? sum ?? histogram)?.dataPoints.map(pointOf) ?? [],
      })),
    ),
  )
}

function pointOf({ attributes, asDouble, count, bucketCounts }: RawPoint) {
  return {
    attributes: attributesOf(attributes),
    value: count ?? asDouble ?? 0,
    ...(bucketCounts !== undefined && { buckets: bucketCounts }),
  }
}
