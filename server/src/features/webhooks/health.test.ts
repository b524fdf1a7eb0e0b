import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { startWebhookSink } from '../../testing/channels/webhook-sink.ts'
import { webhooksOf } from '../../testing/webhooks.ts'
import { countAttempts } from './health-queries.ts'

const kit = await testApp()
const { create, read, run, happen, dispatch } = webhooksOf(kit)

const DAY_MS = 86_400_000
/** The id of an attempt of so many days ago. */
const daysAgo = (days: number) => {
  const time = (Date.now() - days * DAY_MS).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${crypto.randomUUID().slice(-12)}`
}
const quarters = async (webhookId: string) =>
  (await kit.database.pool.query('select quarter from webhook_quarter where webhook_id = $1', [webhookId])).rows.length

test('a webhook says how its attempts of each of the last seven days ended, by the clock of its application', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const { uuid } = await create(who, { webhook_url: sink.url })
  await happen(who, runId, 'opened', [1, 2])
  await dispatch()
  sink.answer = () => 500
  await happen(who, runId, 'opened', [3])
  await dispatch()
  const health = (await read(who, uuid))?.health
  expect(health?.at(-1)).toMatchObject({ ok: 2, failed: 1 })
  expect(health?.map(({ day }) => day)).toEqual(health?.map(({ day }) => day).toSorted())
  expect(new Set(health?.map(({ day }) => day)).size).toBe(7)

  const key = { applicationId: who.applicationId, webhookId: uuid }
  await countAttempts(kit.database.kysely, key, [
    { attemptId: daysAgo(4), ok: true },
    { attemptId: daysAgo(4), ok: true },
    { attemptId: daysAgo(20), ok: false },
  ])
  expect((await read(who, uuid))?.health.map(({ ok, failed }) => [ok, failed])).toEqual([
    [0, 0],
    [0, 0],
    [2, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [2, 1],
  ])
  expect(await quarters(uuid)).toBe(3)
})

test('what is older than anybody looks at goes with the next attempt, and everything with the webhook', async () => {
  const who = await kit.withApplication()
  const { uuid } = await create(who, { webhook_url: 'https://shop.example/hooks' })
  const key = { applicationId: who.applicationId, webhookId: uuid }
  const count = (days: number) => countAttempts(kit.database.kysely, key, [{ attemptId: daysAgo(days), ok: true }])
  await count(20)
  await count(3)
  expect(await quarters(uuid)).toBe(1)
  await kit.call('DELETE', `/api/webhook?uuid=${uuid}`, { bearer: who.bearer })
  await count(0)
  expect(await quarters(uuid)).toBe(0)
})
test('long answers of an application have so much room together; of what does not fit the beginning is kept', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  sink.answer = () => ({ status: 200, text: 'x'.repeat(20_000) })
  const { runId } = await run(who)
  await create(who, { webhook_url: sink.url })
  const { pool } = kit.database
  await pool.query(
    `insert into log_room (application_id, kind, bytes_left, at) values ($1, 'webhook answers', 20000, $2)`,
    [who.applicationId, kit.clock.now()],
  )
  await happen(who, runId, 'opened', [1, 2])
  await dispatch(0)
  const kept = await pool.query<{ n: number }>(
    'select length(answer) as n from webhook_attempt where application_id = $1 order by n',
    [who.applicationId],
  )
  expect(kept.rows.map(({ n }) => n)).toEqual([256, 16_384])
})
