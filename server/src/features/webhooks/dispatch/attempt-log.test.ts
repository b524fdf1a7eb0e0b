import type { LogEntry } from '@notifly/contracts/logs/logs'
import { expect, test } from 'vitest'
import { settleLog } from '../../../engine/log/log-writer.ts'
import { testApp } from '../../../testing/app.ts'
import { startWebhookSink } from '../../../testing/channels/webhook-sink.ts'
import { webhooksOf } from '../../../testing/webhooks.ts'

const kit = await testApp()
const { create, dispatch } = webhooksOf(kit)
const CONTACT_CREATED = 601

test('the log has what an endpoint answered, whole where it failed, and neither its address nor what it was told', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  await create(who, { webhook_url: `${sink.url}/qz-path?key=qz-key`, platforms: [], events: [CONTACT_CREATED] })
  const addContacts = (count: number) =>
    kit.database.pool.query(
      `insert into contact (application_id, contact_id, external_user_id, added_at, changed_at)
       select $1, uuidv7(), 'qz-' || gen_random_uuid(), now(), now() from generate_series(1, $2::int)`,
      [who.applicationId, count],
    )
  sink.answer = () => ({ status: 503, text: 'Down for maintenance' })
  await addContacts(1)
  await dispatch()
  sink.answer = () => ({ status: 200, text: '' })
  await addContacts(2)
  await dispatch()
  await settleLog(kit.database)
  const { data } = await kit.call<LogEntry[]>('GET', '/api/logs?kind=webhook', { bearer: who.bearer })
  const place = {
    methodType: 'POST',
    endPoint: `${new URL(sink.url).origin}/********`,
    source: 'Orders',
    channel: null,
  }
  const byStatus = data.toSorted((a, b) => b.status - a.status)
  expect(byStatus).toMatchObject([
    {
      ...place,
      status: 503,
      result: '5xx',
      current_status: 'failed',
      times: 1,
      channel_response: 'Down for maintenance',
    },
    { ...place, status: 200, result: 'ok', current_status: 'ok', times: 2, channel_response: '' },
  ])
  expect(JSON.parse(byStatus[0]?.payload ?? '')).toMatchObject({ events: ['contact.created'] })
  expect(JSON.stringify(data)).not.toMatch(/qz-|@/)
})
