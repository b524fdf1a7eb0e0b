/** What is shipped for watching the product (deploy/) names figures that the product has, and its alarms are explained. */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { METRICS_TOKEN } from '../product/start-product.ts'

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[]
}

interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
  templating: { list: { query: string | { query: string } }[] }
}

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
const { groups } = parse(await read('deploy/prometheus/alerts.yaml')) as Rules
const alarms = groups.flatMap(({ rules }) => rules)
const dashboard = JSON.parse(await read('deploy/grafana/dashboard.json')) as Dashboard
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** By name: the labels of the samples that it has; none of what has not happened yet. */
const figures = new Map<string, Set<string>>()
beforeAll(async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const page = await (await fetch(`${inject('url')}/metrics`, { headers })).text()
  for (const [, name = '', type = ''] of page.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const suffix of suffixes) figures.set(name + suffix, new Set())
  }
  for (const [, name = '', labels = ''] of page.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      figures.get(name)?.add(label).add(`${label}=${value}`)
  }
})

/** Words of PromQL that are no figures. */
const WORDS = new Set('and or unless on ignoring by without group_left group_right bool offset inf'.split(' '))
/** What Prometheus itself adds. */
const OWN = new Set(['up'])
const OWN_LABELS = new Set(['job', 'instance'])

interface Selector {
  name: string
  matchers: { label: string; operator: string; value: string }[]
}

function selectorsOf(expression: string): Selector[] {
  const bare = expression.replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ').replace(/\[[^\]]*\]/g, ' ')
  const found = bare.matchAll(/"[^"]*"|([a-zA-Z_]\w*)(?:\{([^}]*)\})?(?!\w*\s*\()/g)
  return [...found].flatMap(([, name, braces = '']) => {
    if (name === undefined || WORDS.has(name)) return []
    const matchers = [...braces.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    )
    return [{ name, matchers }]
  })
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
})

test('each panel and each alarm asks for figures that the product has', () => {
  expect(expressions.length).toBeGreaterThan(30)
  const variables = dashboard.templating.list.map(({ query }) => (typeof query === 'string' ? '' : query.query))
  const asked = [...expressions, ...variables, ...alarms.map(({ expr }) => expr)].flatMap(selectorsOf)
  expect(asked.length).toBeGreaterThan(50)
  expect([...new Set(asked.filter(({ name }) => name !== 'instance').flatMap(missing))]).toEqual([])
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
