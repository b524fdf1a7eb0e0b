import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { isShown } from './thin-out.ts'
import { beginTrace, currentTraceparent, isTracing, startSpan, startTracing, traced, within } from './tracing.ts'
import { createLog } from '../log.ts'

test('of a thousand batches 191 are shown, and of a hundred thousand little more than twice as many', () => {
  const shown = (of: number): number => Array.from({ length: of }, (_, no) => no).filter(no => isShown(no, 64)).length
  expect([shown(64), shown(1000), shown(100_000)]).toEqual([64, 191, 401])
})

test('without a collector nothing is traced, and the work is done all the same', async () => {
  await startTracing({ setting: null, role: 'api', log: createLog('silent') })
  expect(isTracing()).toBe(false)
  const span = beginTrace({ name: 'a', kind: 'internal' })
  expect(span).toBeNull()
  expect(
    startSpan({ name: 'b', kind: 'internal' }, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
  ).toBeNull()
  expect(await traced(span, async () => within(span, () => currentTraceparent() ?? 'done'))).toBe('done')
})

test('work that fails marks its span, what it logs has the span’s ids, and what a program sent is no trace unless it is one', async () => {
  const setting = { share: 1, traces: true, metrics: false, spansEveryMs: 60_000, figuresEveryMs: 60_000 }
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const collector = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  const stop = await startTracing({ setting, role: 'api', log })
  try {
    const outside = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const span = beginTrace({ name: 'a', kind: 'server' }, outside)
    expect(span?.ids.trace_id).toBe('0af7651916cd43dd8448eb211c80319c')
    await expect(
      traced(span, async () => {
        log.info('inside')
        throw new Error('as planned')
      }),
    ).rejects.toThrow('as planned')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject(span?.ids ?? {})
    log.info('outside')
    expect(lines[1]).not.toContain('trace_id')
    for (const text of [
      '',
      '00-short-b7ad6b7169203331-01',
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      'ff'.padEnd(300, '-'),
    ]) {
      const own = beginTrace({ name: 'a', kind: 'server' }, text)
      expect(own?.ids.trace_id).toMatch(/^[0-9a-f]{32}$/)
      expect(own?.ids.trace_id).not.toBe('0'.repeat(32))
    }
    expect(beginTrace({ name: 'a', kind: 'server' }, outside.replace(/01$/, '00'))).toBeNull()
    // Below nothing there is no span.
    expect(startSpan({ name: 'b', kind: 'client' })).toBeNull()
  } finally {
    await stop()
    vi.unstubAllEnvs()
    collector.close()
    collector.closeAllConnections()
  }
  expect(isTracing()).toBe(false)
})
