/** Who pressed which button of a notification, counted from what browsers and apps told. */
import type { RunButton } from '@notifly/contracts/runs/deliveries'
import { expect, test } from 'vitest'
import { mobilePushChannel } from '../../channels/mobilepush/mobilepush.ts'
import { webPushChannel } from '../../channels/webpush/webpush.ts'
import { applyEvents, type DeliveryEvent } from '../../engine/events/apply-events.ts'
import { testApp } from '../../testing/app.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const { pool } = kit.database

const freeze = { messageIdDomain: 'x', firstLinkNo: 0 }
const PAGE = 'https://shop.example'

/** A run of ten people that carries this content; `told` is what became of it, by the recipient's number. */
async function runWith(
  channel: 'webpush' | 'mobilepush' | 'whatsapp',
  content: object,
  told: (Pick<DeliveryEvent, 'seq'> & Partial<DeliveryEvent>)[],
) {
  const { applicationId, bearer } = await kit.withApplication()
  const { runId, campaignId } = await sentRun(kit.database, applicationId, { contacts: 10 })
  await pool.query('update run set channel = $2, content = $3 where run_id = $1', [runId, channel, content])
  const event = { applicationId, runId, kind: 'clicked', at: new Date(), source: 'recipient', bot: false } as const
  await applyEvents(
    kit.database,
    told.map(each => ({ ...event, ...each })),
  )
  const read = (id = runId, as = bearer) =>
    kit.call<RunButton[]>('GET', `/api/notifications/delivery/${channel}/${id}/buttons`, { bearer: as })
  return { applicationId, runId, campaignId, read }
}

const webPush = (actions: string[], firstLinkNo = 0) =>
  webPushChannel.freeze(
    { campaignTitle: 'Sale', campaignPageUrl: PAGE, actions: actions.map(title => ({ title, action: PAGE })) },
    { ...freeze, firstLinkNo },
  ).content

test('a press counts by the link that it led to, once for each recipient, and not what a machine did', async () => {
  const { read, campaignId, runId } = await runWith('webpush', webPush(['Buy now', 'Later', 'Never']), [
    { seq: 1, linkNo: 1 },
    { seq: 1, linkNo: 1 },
    { seq: 2, linkNo: 1 },
    { seq: 2, linkNo: 2 },
    { seq: 3, linkNo: 0 },
    { seq: 4, linkNo: 2, bot: true },
    { seq: 5, kind: 'dismissed' },
    { seq: 6, kind: 'delivered' },
  ])
  const expected = [
    { title: 'Buy now', clicked: 2 },
    { title: 'Later', clicked: 1 },
    { title: null, clicked: 1 },
    { title: 'Never', clicked: 0 },
  ]
  expect((await read()).data).toEqual(expected)
  expect((await read(campaignId)).data).toEqual(expected)

  const stranger = await kit.withApplication()
  expect((await read(runId, stranger.bearer)).status).toBe(404)
  await pool.query('update run set details_removed_at = now() where run_id = $1', [runId])
  expect((await read()).data).toEqual([])
})

test('what an app names is the button with that title, also filled in, and else a title of its own', async () => {
  const actions = [
    { title: 'Cart', action: 'shop://cart' },
    { title: '10% for {{ first_name }}, {{ city }}!', action: PAGE },
  ]
  const { content } = mobilePushChannel.freeze({ campaignTitle: 'Sale', actions }, freeze)
  const { read } = await runWith('mobilepush', content, [
    { seq: 1, detail: { action: 'Cart' } },
    { seq: 2, detail: { action: '10% for Ann, Oslo!' } },
    // Told, and followed besides.
    { seq: 3, detail: { action: '10% for Bob, Rome!' } },
    { seq: 3, linkNo: 0 },
    { seq: 4, linkNo: 0 },
    { seq: 5, detail: { action: '100 for Ann!' } },
    { seq: 6 },
    { seq: 7, detail: { action: '' } },
  ])
  expect((await read()).data).toEqual([
    { title: '10% for {{ first_name }}, {{ city }}!', clicked: 3 },
    { title: null, clicked: 2 },
    { title: '100 for Ann!', clicked: 1 },
    { title: 'Cart', clicked: 1 },
  ])
})

test('the variants of a test have links of their own; what has no buttons says nothing', async () => {
  const { read, applicationId, runId } = await runWith('webpush', webPush(['Buy', 'Later']), [
    { seq: 1, linkNo: 1 },
    { seq: 2, linkNo: 4 },
    { seq: 3, linkNo: 5 },
    { seq: 4, linkNo: 3 },
  ])
  await pool.query(
    `insert into run_variant (application_id, run_id, no, content) values ($1, $2, 1, '{}'), ($1, $2, 2, $3)`,
    [applicationId, runId, webPush(['Buy', 'No, thanks'], 3)],
  )
  expect((await read()).data).toEqual([
    { title: 'Buy', clicked: 2 },
    { title: 'No, thanks', clicked: 1 },
    { title: null, clicked: 1 },
    { title: 'Later', clicked: 0 },
  ])
  const plain = await runWith('webpush', webPush([]), [{ seq: 1, linkNo: 0 }])
  expect((await plain.read()).data).toEqual([])
})

test('what WhatsApp says was pressed counts, though the message does not carry its buttons', async () => {
  const content = { name: 'back_in_stock', language: 'en', components: [] }
  const { read } = await runWith('whatsapp', content, [
    { seq: 1, detail: { action: 'Keep one' } },
    { seq: 2, detail: { action: 'Keep one' } },
    { seq: 2, detail: { action: 'Stop' } },
    { seq: 3, kind: 'delivered' },
  ])
  expect((await read()).data).toEqual([
    { title: 'Keep one', clicked: 2 },
    { title: 'Stop', clicked: 1 },
  ])
})
