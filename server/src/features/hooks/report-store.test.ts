/** Room for reports: what an application may keep of them, and the turns that applications take when reports are tried again. */
import { expect, test } from 'vitest'
import { keptSums } from '../../db/kept-sum.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { hookedApp, type Shop } from '../../testing/hooked-app.ts'
import { sentRun } from '../../testing/sent-run.ts'
import { forgetOldReports, retryReports } from './hooks.ts'

const { kit, metrics, reporting, newShop, call, leave, reports, settled } = await hookedApp()

const BASE_BYTES = 256 * 1_048_576
const ROW_BYTES = 512
const { pool, kysely } = kit.database

const used = async ({ applicationId }: Shop) =>
  (await keptSums(kysely, 'report_bytes', [applicationId])).get(applicationId)
const take = ({ applicationId }: Shop, bytes: number) =>
  pool.query('insert into report_bytes (application_id, bytes) values ($1, $2)', [applicationId, bytes])
const unreadable = (sizeBytes: number) => ({ body: 'x'.repeat(sizeBytes) })
/** About a message that nobody sent. */
const unmatched = (no: number) => ({
  reports: [
    { key: `u${no}`, providerMessageId: 'none', address: 'a@b.example', kind: 'delivered', at: '2026-01-05T10:00:00Z' },
  ],
})

test('an application without room is told to come again, and has more by what it sends; others are taken', async () => {
  const [full, other] = [await newShop(), await newShop()]
  expect((await call(full, {}, unreadable(1000))).statusCode).toBe(200)
  await settled(full)
  await take(full, BASE_BYTES - 10_000)
  const answers = [await call(full, {}, unreadable(20_000)), await call(full, {}, unreadable(20_001))]
  expect(answers.map(answer => answer.statusCode)).toEqual([429, 429])
  expect(answers[0]?.headers['retry-after']).toBe('600')
  expect(await reports(full)).toEqual([{ outcome: 'unreadable', isOpen: false }])
  expect((await call(other, {}, unreadable(20_000))).statusCode).toBe(200)
  expect(await metrics.metrics()).toContain('notifly_hook_calls_total{provider="acme",result="no_room"} 2')
  expect(kit.logLines.filter(line => line.includes('no room') && line.includes(full.applicationId))).toHaveLength(1)

  await sentRun(kit.database, full.applicationId, { contacts: 3 })
  kit.clock.advance(61_000)
  const later = [unreadable(20_000), unreadable(30_000), unreadable(30_001)]
  const statuses = []
  for (const options of later) statuses.push((await call(full, {}, options)).statusCode)
  expect(statuses).toEqual([200, 200, 429])
})

test('what has had its effect keeps no content; what goes gives its room back', async () => {
  const shop = await newShop()
  const { applicationId } = shop
  const { runId } = await sentRun(kit.database, applicationId, { contacts: 1 })
  const token = signDelivery(kit.deps.secrets, { applicationId, runId, seq: 1 })
  const said = { reports: [{ key: 'd', token, kind: 'delivered', at: '2026-01-05T10:00:00Z' }] }
  await call(shop, said)
  await settled(shop)
  const { rows } = await pool.query('select raw, call, error from report where application_id = $1', [applicationId])
  expect(rows).toEqual([{ raw: Buffer.alloc(0), call: null, error: null }])
  expect(await used(shop)).toBe(ROW_BYTES)
  await call(shop, said)
  expect(await used(shop)).toBe(ROW_BYTES)

  await call(shop, {}, unreadable(5000))
  await settled(shop, 2)
  expect(await used(shop)).toBeGreaterThan(5000 + 2 * ROW_BYTES)
  await pool.query(`update report set received_at = received_at - interval '31 days' where application_id = $1`, [
    applicationId,
  ])
  await forgetOldReports(kit.deps)
  expect(await used(shop)).toBe(0)
})

test('what one application has waiting, however much it is, keeps the report of another for no round', async () => {
  const [flooding, calm] = [await newShop(), await newShop()]
  await leave(
    flooding,
    Array.from({ length: 2000 }, (_, no) => unmatched(no)),
  )
  kit.clock.advance(5000)
  await leave(calm, [unmatched(0)])
  kit.clock.advance(5000)
  await retryReports(kit.deps, reporting)
  expect((await reports(calm)).map(({ outcome }) => outcome)).toEqual(['unmatched'])
  expect((await reports(flooding)).filter(({ outcome }) => outcome === 'unmatched')).toHaveLength(99)
})
