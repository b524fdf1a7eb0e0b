import type { ReachCondition } from '@notifly/contracts/segments/rules'
import type { SegmentReach } from '@notifly/contracts/segments/segments'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { addContacts } from '../../testing/campaigns.ts'

const kit = await testApp()

test('whom a channel of devices reaches is asked as campaigns see it', async () => {
  const mine = await kit.withApplication()
  await addContacts(kit, mine, ['ann@example.com', 'ben@example.com', 'cem@example.com'])
  const addDevice = (email: string, channel: string, retired: string | null) =>
    kit.database.pool.query(
      `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, created_at, last_seen_at, retired_at, retired_reason)
       select application_id, gen_random_uuid(), contact_id, $3, 'web', gen_random_uuid()::text, now(), now(),
         case when $4::text is not null then now() end, $4 from contact where application_id = $1 and email = $2`,
      [mine.applicationId, email, channel, retired],
    )
  await addDevice('ann@example.com', 'webpush', null)
  await addDevice('ann@example.com', 'webpush', 'unsubscribed')
  await addDevice('ben@example.com', 'webpush', 'unsubscribed')
  await addDevice('ben@example.com', 'mobilepush', null)
  await addDevice('cem@example.com', 'webpush', 'gone')
  const those = async (op: 'is' | 'is_not', status: ReachCondition['status']) => {
    const body = { rules: { kind: 'group', match: 'all', rules: [{ kind: 'reach', channel: 'webpush', op, status }] } }
    const { data } = await kit.call<SegmentReach>('POST', '/api/audience/segment/reach', { bearer: mine.bearer, body })
    return data.channels.webpush
  }
  expect(await those('is', 'reachable')).toEqual({ reachable: 1, skipped: {} })
  expect(await those('is', 'unsubscribed')).toEqual({ reachable: 0, skipped: { unsubscribed: 1 } })
  expect(await those('is', 'no_address')).toEqual({ reachable: 0, skipped: { no_address: 1 } })
  expect(await those('is', 'suppressed')).toEqual({ reachable: 0, skipped: {} })
  expect(await those('is_not', 'reachable')).toEqual({ reachable: 0, skipped: { unsubscribed: 1, no_address: 1 } })
  await kit.database.pool.query(
    `insert into consent (application_id, contact_id, channel, status, source, since)
     select application_id, contact_id, 'webpush', 'unsubscribed', 'link', now() from contact where application_id = $1 and email = 'ann@example.com'`,
    [mine.applicationId],
  )
  expect(await those('is', 'reachable')).toEqual({ reachable: 0, skipped: {} })
  expect(await those('is', 'unsubscribed')).toEqual({ reachable: 0, skipped: { unsubscribed: 2 } })
})
