import { expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'
import { type ApplicationOwner, testApp } from '../../../testing/app.ts'
import { approvalTeamOf } from '../../../testing/approvals.ts'
import { startWebhookSink, type WebhookSink } from '../../../testing/channels/webhook-sink.ts'
import { audienceFiles } from '../../../testing/people/audience-files.ts'
import { undescribed } from '../../../testing/webhook-bodies.ts'
import { webhooksOf } from '../../../testing/webhooks.ts'

const kit = await testApp()
const team = approvalTeamOf(kit)
const files = audienceFiles(kit)
const { create, dispatch } = webhooksOf(kit)

const call = <Data = unknown>(who: { bearer: string }, method: string, path: string, body?: object) =>
  kit.call<Data>(method, path, { bearer: who.bearer, ...(body && { body }) })

/** An owner with an endpoint for every event. */
async function world(): Promise<{ who: ApplicationOwner; sink: WebhookSink }> {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const platforms = ['email', 'sms', 'whatsapp', 'webpush', 'mobilepush']
  await create(who, { webhook_url: sink.url, platforms, events: WEBHOOK_EVENTS.map(({ id }) => id) })
  return { who, sink }
}

/** What was told; the OpenAPI document has to describe all of it. */
function told({ received }: WebhookSink) {
  expect(received.flatMap(({ body }) => undescribed(body))).toEqual([])
  return received.map(({ body: { type, data } }) => [type, data] as const)
}

test('a contact is told as it is when it is sent, and once it is gone by its id alone', async () => {
  const { who, sink } = await world()
  const add = (email: string) =>
    call<{ uuid: string }>(who, 'POST', '/api/audience', { email, merge_fields: { plan: 'gold' } })
  const { uuid } = (await add('ada@shop.example')).data
  await dispatch()
  await call(who, 'PUT', `/api/audience/${uuid}`, { email: 'ada@home.example' })
  await dispatch()
  await call(who, 'DELETE', `/api/audience/${uuid}`)
  await dispatch()
  const other = (await add('bob@shop.example')).data.uuid
  await call(who, 'POST', `/api/audience/${other}/erase`, {})
  await dispatch()
  const contact = { uuid, email: 'ada@shop.example', merge_fields: { plan: 'gold' } }
  expect(told(sink)).toEqual([
    ['contact.created', { contact: expect.objectContaining(contact) }],
    ['contact.updated', { contact: expect.objectContaining({ ...contact, email: 'ada@home.example' }) }],
    ['contact.deleted', { contact: { uuid } }],
    // Erased before it was sent.
    ['contact.created', { contact: { uuid: other } }],
    ['contact.erased', { contact: { uuid: other } }],
  ])
})

test('merge fields that do not fit are left out, so that a body stays within 64 KB', async () => {
  const { who, sink } = await world()
  const { data } = await call<{ uuid: string }>(who, 'POST', '/api/audience', { email: 'ada@shop.example' })
  await kit.database.pool.query('update contact set merge_fields = $2 where contact_id = $1', [
    data.uuid,
    JSON.stringify(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`field_${at}`, 'é'.repeat(500)]))),
  ])
  await dispatch()
  expect(sink.received.map(({ text }) => Buffer.byteLength(text) <= 65_536)).toEqual([true, true])
  expect(told(sink)[1]?.[1]['contact']).toMatchObject({ uuid: data.uuid, merge_fields: null })
})

test('a file that was imported is told with its counts, and each of its contacts', async () => {
  const { who, sink } = await world()
  await files.importAs(who, { name: 'people.csv', content: 'email\na@shop.example\nb@shop.example\nwrong\n' }, 'All')
  await dispatch()
  const types = told(sink).map(([type]) => type)
  expect(types.toSorted()).toEqual(['contact.created', 'contact.created', 'import.ended'])
  expect(told(sink).find(([type]) => type === 'import.ended')?.[1]['import']).toMatchObject({
    status: 'done',
    file_name: 'people.csv',
    new: 2,
    rejected: 1,
  })
})

test('a request is told when it is made and when it is decided', async () => {
  const { who, sink } = await world()
  const maker = await team.maker(who)
  const asked = await call<{ approval_uuid: string }>(maker, 'POST', '/api/audience', { email: 'ada@shop.example' })
  expect(asked.status).toBe(202)
  await dispatch()
  await team.decide(who, asked.data.approval_uuid, 'reject', 'Not now')
  await dispatch()
  const approval = { uuid: asked.data.approval_uuid, activity_id: 202, action: 'contact.create' }
  expect(told(sink)).toEqual([
    ['approval.requested', { approval: expect.objectContaining({ ...approval, status: 'pending' }) }],
    ['approval.decided', { approval: expect.objectContaining({ ...approval, status: 'rejected' }) }],
  ])
})

test('a campaign is told when it is launched, paused and over; saving a draft is not', async () => {
  const { who, sink } = await world()
  const campaignId = crypto.randomUUID()
  const set = async (status: string): Promise<void> => {
    await kit.database.pool.query('update campaign set status = $2 where campaign_id = $1', [campaignId, status])
    await dispatch()
  }
  await kit.database.pool.query(
    `insert into campaign (application_id, campaign_id, channel, name, status, created_at, updated_at)
     values ($1, $2, 'email', 'Spring', 'draft', now(), now())`,
    [who.applicationId, campaignId],
  )
  for (const status of ['draft', 'pending', 'executing', 'paused', 'executing', 'sent']) await set(status)
  expect(told(sink)).toEqual(
    [
      ['campaign.launched', 'pending'],
      ['campaign.paused', 'paused'],
      ['campaign.ended', 'sent'],
    ].map(([type, status]) => [type, { campaign: { uuid: campaignId, name: 'Spring', channel: 'email', status } }]),
  )
})
