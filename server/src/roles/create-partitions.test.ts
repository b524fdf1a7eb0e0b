import { expect, onTestFinished, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../testing/app.ts'
import { webhooksOf } from '../testing/webhooks.ts'
import { startCreatingPartitions } from './create-partitions.ts'

const kit = await testApp()
const { pool } = kit.database

const addContact = ({ bearer }: ApplicationOwner, name: string) =>
  kit.call('POST', '/api/audience', { bearer, body: { email: `${name}@example.com`, external_user_id: name } })

/** As after more than a week in which nobody made room. */
async function dropDays(): Promise<void> {
  const { rows } = await pool.query<{ leaf: string }>(
    `select inhrelid::regclass::text as leaf from pg_inherits
     where inhparent in ('webhook_message'::regclass, 'webhook_attempt'::regclass)`,
  )
  for (const { leaf } of rows) await pool.query(`drop table ${leaf}`)
}

test('where no scheduler ran for weeks, contacts can be written again, and their webhooks are told', async () => {
  const who = await kit.withApplication()
  await webhooksOf(kit).create(who, { webhook_url: 'http://127.0.0.1:9/', events: [601], platforms: [] })
  await dropDays()
  await expect(addContact(who, 'early')).resolves.toMatchObject({ status: 500 })
  onTestFinished(startCreatingPartitions({ database: kit.database, log: kit.deps.log }, 20))
  await expect.poll(async () => (await addContact(who, 'one')).status).toBe(201)
  // Not only once.
  await dropDays()
  await expect.poll(async () => (await addContact(who, 'two')).status).toBe(201)
  const { rows } = await pool.query('select event from webhook_message where application_id = $1', [who.applicationId])
  expect(rows).toEqual([{ event: 601 }])
})
