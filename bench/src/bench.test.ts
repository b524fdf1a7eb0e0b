import { expect, test } from 'vitest'
import { printNotes, printTable } from './report.ts'
import { isMet, type Result } from './result.ts'
import { BENCHMARKS, runBenchmarks } from './run.ts'
import { TINY } from './sizes.ts'

test('every benchmark runs and answers a ratio', async () => {
  const results = await runBenchmarks(BENCHMARKS.keys(), TINY, () => undefined)
  expect(results.map(({ name }) => name)).toEqual([
    'e-mail campaign',
    'e-mail campaign with the sums of dashboards',
    'mail of blocks',
    'a second worker',
    'e-mail campaign with DKIM',
    'memory of a worker',
    'cost of a mail',
    'web push campaign',
    'sealing of web push',
    'SMS campaign',
    'WhatsApp campaign',
    'throttled campaign',
    'test message beside a campaign, p99',
    'page beside a campaign, p95',
    'import of a CSV',
    'memory of an import',
    'import beside campaigns',
    'page beside campaigns and import, p95',
    'snapshot',
    'segment: three conditions, p95',
    'segment: opened anything in 30 days, p95',
    'segment: opened on 2 days or more in 30, p95',
    'segment: opened one campaign, p95',
    'segment: not opened in 90 days, p95',
    'segment: sent anything in 30 days, a run just over, p95',
    'segment: sent anything in 30 days, p95',
    'event: ordered in 30 days, p95',
    'event: ordered ever, p95',
    'event: ordered twice or more in 90 days, p95',
    'event: ordered exactly once in 90 days, p95',
    'event: ordered once at most in 90 days, p95',
    'event: not ordered in 90 days, p95',
    'event: ordered for more than an amount in 90 days, p95',
    'event: ordered by two properties in 90 days, p95',
    'event: viewed a page in 30 days, p95',
    'event: viewed three pages in 30 days, p95',
    'event: viewed by a property in 30 days, p95',
    'events accepted in batches',
    'page of contacts',
    'overview of the dashboard',
    'search by three letters',
    'search by an email',
    'search by a rare word',
    'search over everything by three letters',
    'search over everything by an email',
    'search over everything by half an email',
    'search over everything by two words',
    'dashboard of a day',
    'dashboard of 30 days',
    'dashboard of 90 days',
    'dashboard of 400 days',
    'growth of a dashboard of 400 days',
    'first page of the log, p95',
    'search of the log, p95',
    'page of attempts of a webhook, p95',
    'events told to webhooks',
    'campaign with a webhook',
    'message accepted, p99',
    'message handed over, p50',
    'message handed over, p99',
    'messages accepted one by one',
    'messages accepted in batches',
    'message accepted beside a campaign, p99',
    'message handed over beside a campaign, p99',
  ])
  for (const { figure, limit, ratio, costs, how } of results) {
    expect(figure).toBeGreaterThan(0)
    expect(limit).toBeGreaterThan(0)
    expect(ratio).toBeCloseTo(figure / limit)
    expect(costs).not.toBe('')
    expect(how).not.toBe('')
  }
})

const result: Result = {
  name: 'a campaign',
  figure: 12_345.6,
  limit: 20_000,
  ratio: 0.61728,
  ratios: [0.6, 0.62],
  bar: { least: 0.5 },
  unit: 'mails/s',
  limitName: 'raw client',
  costs: '100 MB',
  how: 'Sent.',
}

test('a bar is met from its side only', () => {
  expect(isMet(result)).toBe(true)
  expect(isMet({ ...result, bar: { least: 0.7 } })).toBe(false)
  expect(isMet({ ...result, bar: { most: 0.5 } })).toBe(false)
})

test('a bar may have two sides', () => {
  const bar = { least: 0.5, most: 0.7 }
  expect(isMet({ ...result, bar })).toBe(true)
  expect([0.4, 0.8].map(ratio => isMet({ ratio, bar }))).toEqual([false, false])
  expect(printTable([{ ...result, bar }])).toContain('0.5 to 0.7')
})

test('the table shows three figures, the notes how they were got', async () => {
  const cells = ['a campaign', '12,300 mails/s', '20,000 mails/s (raw client)', '0.62', '>= 0.5', 'yes', '100 MB']
  expect(printTable([result]).split('\n').at(-1)?.split(/ {2,}/)).toEqual(cells)
  expect(await printNotes([result])).toContain('a campaign: Sent. Ratios of the rounds: 0.6, 0.62.')
})
