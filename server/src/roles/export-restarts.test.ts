import { expect, test } from 'vitest'
import { createMetrics } from '../http/health.ts'
import { exportRestarts } from './export-restarts.ts'

test('restarts that have not happened are 0, so that the first ones are an increase', async () => {
  const metrics = createMetrics()
  const hearRestarts = exportRestarts(metrics)
  hearRestarts([])
  expect(await metrics.metrics()).toContain('notifly_process_restarts_total{process="api",reason="died"} 0')
  hearRestarts([{ process: 'api', reason: 'died', count: 5 }])
  const after = await metrics.metrics()
  expect(after).toContain('notifly_process_restarts_total{process="api",reason="died"} 5')
  expect(after).toContain('notifly_process_restarts_total{process="worker",reason="hung"} 0')
})
