/** Links of mails whose month has been dropped. */
import { beforeAll, expect, test } from 'vitest'
import { estimateAudience } from '../../people/reach/audience.ts'
import { maintainMonths } from '../../engine/upkeep/housekeeping.ts'
import { signDelivery } from '../../lib/delivery-token.ts'
import { createLog } from '../../lib/log.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp } from '../../testing/app.ts'
import { endRun, furtherApplication, sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
let applicationId = ''
let runId = ''
const contactOf = new Map<number, string>()
const topicId = uuidv7()

/** Three people; the third was never written to. The run is about a topic. */
beforeAll(async () => {
  const { pool } = kit.database
  applicationId = await furtherApplication(kit.database, (await kit.withApplication()).organizationId)
  ;({ runId } = await sentRun(kit.database, applicationId, {
    outcome: seq => (seq === 3 ? undefined : { kind: 'sent', answer: '250 ok' }),
  }))
  await pool.query(
    `insert into topic (application_id, topic_id, name, description, created_at, updated_at)
     values ($1, $2, 'Offers', '', now(), now())`,
    [applicationId, topicId],
  )
  await pool.query('update run set topic_id = $2 where run_id = $1', [runId, topicId])
  await endRun(kit.database, runId)
  const { rows } = await pool.query<{ seq: number; contact_id: string }>(
    'select seq, contact_id from delivery where run_id = $1',
    [runId],
  )
  for (const { seq, contact_id } of rows) contactOf.set(seq, contact_id)
  const clock = { now: () => new Date(Date.now() + 440 * 86_400_000) }
  await maintainMonths({ database: kit.database, clock, log: createLog('silent'), retentionDays: 400 })
})

const pathOf = (seq: number) => `/u/${signDelivery(kit.deps.secrets, { applicationId, runId, seq })}`
const get = (seq: number) => kit.app.inject({ method: 'GET', url: `${pathOf(seq)}?lang=en` })
const post = (seq: number, payload: string) =>
  kit.app.inject({
    method: 'POST',
    url: pathOf(seq),
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const skipped = async (topic: string | null = null) => {
  const audience = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
  const query = { applicationId, channel: 'email', audience, topicId: topic, now: new Date() } as const
  return (await estimateAudience(kit.database.kysely, query)).skipped
}

test('the page says whose it is, lets them leave everything and come back', async () => {
  const kept = await kit.database.pool.query('select 1 from delivery where run_id = $1', [runId])
  expect(kept.rowCount).toBe(0)
  expect((await get(1)).body).toContain('p•••@example.test')
  await post(1, 'action=unsubscribe')
  expect(await skipped()).toEqual({ unsubscribed: 1 })
  expect((await get(1)).body).toContain('You’re unsubscribed')
  const { rows } = await kit.database.pool.query('select contact_id, source from consent where application_id = $1', [
    applicationId,
  ])
  expect(rows).toEqual([{ contact_id: contactOf.get(1), source: 'page' }])
  await post(1, 'action=resubscribe')
  expect(await skipped()).toEqual({})
})

test('one click leaves the topic of the message, at the address that the person has by now', async () => {
  await kit.database.pool.query(
    `update contact set email = 'new@example.test', email_key = 'new@example.test' where contact_id = $1`,
    [contactOf.get(2)],
  )
  expect((await post(2, 'List-Unsubscribe=One-Click')).body).toBe('Unsubscribed from "Offers".\n')
  expect(await skipped(topicId)).toEqual({ unsubscribed_topic: 1 })
  expect(await skipped()).toEqual({})
  const { rows } = await kit.database.pool.query('select address_key from topic_departure')
  expect(rows).toEqual([{ address_key: 'new@example.test' }])
})

test('for who is gone since there is nothing to leave, and mail programs hear that it has worked', async () => {
  await kit.database.pool.query('delete from contact where contact_id = $1', [contactOf.get(1)])
  expect((await get(1)).body).toContain('You’re no longer on the list')
  expect((await post(1, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  // Not its last letter, of which some bits count for nothing.
  const broken = pathOf(1).replace(/.(?=.{20}$)/, letter => (letter === 'A' ? 'B' : 'A'))
  expect((await kit.app.inject({ method: 'GET', url: broken })).statusCode).toBe(404)
})
