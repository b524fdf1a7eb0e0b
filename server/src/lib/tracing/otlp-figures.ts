/** The metrics of /metrics for OTLP, from the same registry, so that both always agree. */
import { ValueType, type HrTime } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricDescriptor,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { VERSION } from '../version.ts'

type Value = MetricValue<string> & { metricName?: string }
type Figure = Omit<MetricObjectWithValues<MetricValue<string>>, 'values'> & { values: Value[] }

interface Times {
  startTime: HrTime
  endTime: HrTime
}

/** Reads the registry each time that metrics are sent. */
export function figuresOf(registry: Registry): MetricProducer {
  const startTime = hrTime(Date.now() - process.uptime() * 1000)
  return {
    async collect() {
      const figures = (await registry.getMetricsAsJSON()) as Figure[]
      const times = { startTime, endTime: hrTime(Date.now()) }
      const metrics = figures.flatMap(figure => metricOf(figure, times) ?? [])
      return {
        // Replaced by the reader's own.
        resourceMetrics: {
          resource: emptyResource(),
          scopeMetrics: [{ scope: { name: 'notifly', version: VERSION }, metrics }],
        },
        errors: [],
      }
    },
  }
}

function metricOf(figure: Figure, times: Times): MetricData | null {
  const base = { descriptor: descriptorOf(figure), aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const points = (): DataPoint<number>[] =>
    figure.values.map(({ labels, value }) => ({ ...times, attributes: textsOf(labels), value }))
  switch (String(figure.type)) {
    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }
    case 'counter':
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }
    case 'histogram':
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(figure, times) }
    default:
      // We have no summaries, and OTLP accepts no new ones.
      return null
  }
}

function descriptorOf({ name, help }: Figure): MetricDescriptor {
  const unit = /_seconds(?:_total)?$/.test(name) ? 's' : /_bytes(?:_total)?$/.test(name) ? 'By' : ''
  return { name, description: help, unit, valueType: ValueType.DOUBLE }
}

/** Prometheus buckets are cumulative; those of OTLP are between two bounds. */
function histogramsOf({ name, values }: Figure, times: Times): DataPoint<Histogram>[] {
  const groups = Map.groupBy(values, ({ labels: { le: _, ...others } }) => JSON.stringify(others))
  return [...groups.values()].map(group => {
    const buckets = group.filter(({ metricName }) => metricName === `${name}_bucket`)
    const single = (suffix: string): number =>
      group.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    const upTo = buckets.map(({ value }) => value)
    const boundaries = buckets.map(({ labels }) => Number(labels['le'])).filter(bound => Number.isFinite(bound))
    const { le: _, ...labels } = group[0]?.labels ?? {}
    return {
      ...times,
      attributes: textsOf(labels),
      value: {
        buckets: { boundaries, counts: upTo.map((count, at) => count - (upTo[at - 1] ?? 0)) },
        sum: single('sum'),
        count: single('count'),
      },
    }
  })
}

function textsOf(labels: MetricValue<string>['labels']): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
}

function hrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
}
