import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

const shipped = readFileSync(new URL('../../../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8')

test('each time of a minute or more in the shipped alarms is a thirtieth; nothing else changes', () => {
  const shortened = shorten(shipped)
  expect(shortened).not.toMatch(/\d[mh]\b/)
  expect(shortened).toContain('rate(http_request_duration_seconds_count[10s])) > 0.05\n        for: 10s')
  expect(shortened).toContain('expr: max(notifly_oldest_due_batch_age_seconds) > 10 unless')
  expect(shortened).toContain('expr: max(notifly_oldest_job_age_seconds) > 4\n        for: 2s')
  expect(shortened).toContain('expr: nodejs_eventloop_lag_p99_seconds{job="notifly"} > 1\n        for: 20s')
  const withoutTimes = (rules: string) => rules.replaceAll(/\b\d{1,5}[smh]\b|(?<=_age_seconds\) > )\d{1,5}/g, '')
  expect(withoutTimes(shortened)).toBe(withoutTimes(shipped))
})
