/** What is shipped for watching the product (deploy/) names figures that the product has, and its alarms are explained. */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { METRICS_TOKEN } from '../product/start-product.ts'

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[]
}

interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
const { groups } = parse(await read('deploy/prometheus/alerts.yaml')) as Rules
const alarms = groups.flatMap(({ rules }) => rules)
const dashboard = JSON.parse(await read('deploy/grafana/dashboard.json')) as Dashboard
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** By name: the labels of the samples that it has, alone and with their values; none of what has not happened yet. */
const figures = new Map<string, Set<string>>()
beforeAll(async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const page = await (await fetch(`${inject('url')}/metrics`, { headers })).text()
  for (const line of page.split('\n')) {
    const [sharp, keyword, name = '', type] = line.split(' ')
    if (sharp === '#' && keyword === 'TYPE') {
      const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      for (const suffix of suffixes) figures.set(name + suffix, new Set())
    } else addLabels(line)
  }
})

/** Of a sample: `name{label="value",other="value"} 1`. */
function addLabels(line: string): void {
  const [from, to] = [line.indexOf('{'), line.lastIndexOf('}')]
  if (from < 0) return
  const samples = figures.get(line.slice(0, from))
  for (const pair of line.slice(from + 1, to).split('",')) {
    const [label = '', value = ''] = pair.split('="')
    samples?.add(label).add(`${label}=${value.replace('"', '')}`)
  }
}

/** What Prometheus itself adds. */
const OWN = new Set(['up'])
const OWN_LABELS = new Set(['job', 'instance'])

interface Selector {
  name: string
  matchers: { label: string; operator: string; value: string }[]
}

/** By Prometheus's own grammar. Throws for what it does not take. */
function selectorsOf(expression: string): Selector[] {
  // What Grafana replaces by itself.
  const text = expression.replaceAll('$__rate_interval', '5m')
  const selectors: Selector[] = []
  const parts: string[] = []
  parser.parse(text).iterate({
    enter: ({ name, from, to, type }) => {
      if (type.isError) throw new Error(`Not understood at ${from}: ${text}`)
      const part = text.slice(from, to)
      if (name === 'Identifier') selectors.push({ name: part, matchers: [] })
      if (name === 'UnquotedLabelMatcher') parts.length = 0
      if (name === 'LabelName' || name === 'MatchOp') parts.push(part)
      if (name !== 'StringLiteral') return
      const [label = '', operator = ''] = parts
      selectors.at(-1)?.matchers.push({ label, operator, value: part.slice(1, -1) })
    },
  })
  return selectors
}

/** What a selector asks for that is not there. */
function missing({ name, matchers }: Selector): string[] {
  if (OWN.has(name)) return []
  const samples = figures.get(name)
  if (samples === undefined) return [name]
  // Of what has not happened yet the labels are not known.
  if (samples.size === 0) return []
  return matchers.flatMap(({ label, operator, value }) => {
    if (OWN_LABELS.has(label)) return []
    if (!samples.has(label)) return [`${name}{${label}}`]
    const isState = operator === '=' && label === 'state'
    return isState && !samples.has(`state=${value}`) ? [`${name}{state="${value}"}`] : []
  })
}

test('what a selector asks for is found in an expression, and what is not there is told', () => {
  const expression =
    'max by (le) (rate(notifly_jobs{state="lost"}[5m])) > 1 and up{job="notifly"} == 0 or no_such_figure'
  expect(selectorsOf(expression).flatMap(missing)).toEqual(['notifly_jobs{state="lost"}', 'no_such_figure'])
  expect(() => selectorsOf('sum by (state (notifly_jobs)')).toThrow('Not understood')
})

test('each panel and each alarm asks for figures that the product has', () => {
  expect(expressions.length).toBeGreaterThan(30)
  const asked = [...expressions, ...alarms.map(({ expr }) => expr)].flatMap(selectorsOf)
  expect(asked.length).toBeGreaterThan(50)
  expect([...new Set(asked.flatMap(missing))]).toEqual([])
})

test('each figure of the engine is on the dashboard', () => {
  const shown = new Set(expressions.flatMap(selectorsOf).map(({ name }) => name))
  const ours = [...figures.keys()].filter(name => name.startsWith('notifly_'))
  expect(ours.filter(name => !shown.has(name))).toEqual([])
})

test('for each alarm the manual has a section, and for no other', async () => {
  const manual = await read('docs/operating.md')
  const sections = [...manual.matchAll(/^### (Notifly\w+)$/gm)].map(([, name]) => name)
  expect(sections).toEqual(alarms.map(({ alert }) => alert))
  for (const { alert, annotations } of alarms) {
    expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`)
  }
})
