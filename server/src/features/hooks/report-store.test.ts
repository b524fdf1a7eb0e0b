/** Room for reports: what an application may keep of them, and the turns that applications take when reports are tried again. */
import { expect, test } from 'vitest'
import { keptSums } from '../../db/kept-sum.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { hookedApp, type Shop } from '../../testing/channels/hooked-app.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'
import { pruneReports, retryReports } from './hooks.ts'

const { kit, metrics, reporting, newShop, call, leave, reports, settled } = await hookedApp()

const BASE_BYTES = 256 * 1_048_576
const ROW_BYTES = 512
const { pool, kysely } = kit.database

const used = async ({ applicationId }: Shop) =>
  (await keptSums(kysely, 'report_bytes', [applicationId])).get(applicationId)
const take = ({ applicationId }: Shop, bytes: number) =>
  pool.query('insert into report_bytes (application_id, bytes) values ($1, $2)', [applicationId, bytes])
const unreadable = (sizeBytes: number) => ({ body: 'x'.repeat(sizeBytes) })
/** About a message that was never sent. */
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
  await pruneReports(kit.deps)
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
  expect(await retryReports(kit.deps, reporting)).toBe('more')
  expect((await reports(calm)).map(({ outcome }) => outcome)).toEqual(['unmatched'])
  expect((await reports(flooding)).filter(({ outcome }) => outcome === 'unmatched')).toHaveLength(99)
})

const BODY_BYTES = 1_000_000
/** A table that cannot be touched until the answered function is called. */
async function lock(table: string) {
  const client = await pool.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

test('calls that wait to be stored are bounded for each hook: one more is to be sent again, and those of others wait', async () => {
  const [flooding, calm] = [await newShop(), await newShop()]
  const release = await lock('report')
  const statuses: number[] = []
  const calls = Array.from({ length: 17 }, async (_, no) => {
    const answer = await call(flooding, {}, { body: `${no} ${'x'.repeat(BODY_BYTES)}` })
    statuses.push(answer.statusCode)
    return answer
  })
  await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([503])
  const other = call(calm, {}, unreadable(BODY_BYTES))
  await release()
  expect((await calls[16])?.headers['retry-after']).toBe('5')
  await Promise.all(calls)
  expect([statuses.filter(status => status === 200).length, (await other).statusCode]).toEqual([16, 200])
}, 60_000)

test('stored reports that wait to be read hold bounded memory: the rest is read from the database later', async () => {
  const [flooding, calm] = [await newShop(), await newShop()]
  const { applicationId } = flooding
  const { runId } = await sentRun(kit.database, applicationId, { contacts: 1 })
  const token = signDelivery(kit.deps.secrets, { applicationId, runId, seq: 1 })
  const release = await lock('event')
  // Its reading waits for the table, and all others wait for it.
  await call(flooding, { reports: [{ key: 'd', token, kind: 'delivered', at: '2026-01-05T10:00:00Z' }] })
  for (let no = 0; no < 20; no++) {
    expect((await call(flooding, {}, { body: `${no} ${'x'.repeat(BODY_BYTES)}` })).statusCode).toBe(200)
  }
  expect((await call(calm, {}, unreadable(BODY_BYTES))).statusCode).toBe(200)
  await release()
  await settled(calm)
  await settled(flooding, 17)
  kit.clock.advance(15_000)
  await pool.query('update report set next_try_at = null where application_id <> $1', [applicationId])
  expect(await retryReports(kit.deps, reporting)).toBe('done')
  await settled(flooding, 21)
}, 60_000)

test('large reports are read a few at a time', async () => {
  const shop = await newShop()
  const { runId } = await sentRun(kit.database, shop.applicationId, { contacts: 1 })
  const token = signDelivery(kit.deps.secrets, { applicationId: shop.applicationId, runId, seq: 1 })
  const said = (key: string) => ({
    reports: [{ key, token, kind: 'delivered', at: '2026-01-05T10:00:00Z' }],
    note: 'x'.repeat(BODY_BYTES),
  })
  await leave(shop, ['a', 'b', 'c', 'd', 'e', 'f'].map(said))
  kit.clock.advance(1000)
  const release = await lock('event')
  const retried = retryReports(kit.deps, reporting)
  const begun = async () => {
    const { rows } = await pool.query('select report_id from report where application_id = $1 and interrupted > 0', [
      shop.applicationId,
    ])
    return rows.length
  }
  await expect.poll(begun, { timeout: 20_000 }).toBe(4)
  await release()
  await retried
  await settled(shop, 6)
}, 60_000)
