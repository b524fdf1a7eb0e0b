// A run with every outcome that there is: whoever asks for a number of it, and wherever, gets the same.
import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import type { Campaign, CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { DeliveryStatus, Recipient, RunProgress, RunRow } from '@notifly/contracts/runs/deliveries'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { Outcome } from '../../channels/provider.ts'
import { applyEvents } from '../../engine/events/apply-events.ts'
import { recordExpired, recordSkipped } from '../../engine/record/outcomes.ts'
import { storeOutcomes } from '../../engine/record/recorder.ts'
import { STATE } from '../../engine/states.ts'
import { testApp } from '../../testing/app.ts'
import { expectActivityRight } from '../../testing/engine/activity.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const { applicationId, bearer } = await kit.withApplication()
const SENT: Outcome = { kind: 'sent', answer: '250 2.0.0 queued' }
const answer = '550 5.7.1 refused'
const refusal = { code: '550', answer } as const
/** By the number of the recipient; the rest is sent. */
const OUTCOMES: Record<number, Outcome | undefined> = {
  1: { kind: 'bounced', reason: 'mailbox_missing', suppress: true, ...refusal },
  2: {
    kind: 'rejected',
    reason: 'content_refused',
    temporary: false,
    wholeConfiguration: false,
    ...refusal,
  },
  3: undefined,
  4: undefined,
  5: undefined,
  6: undefined,
}
const run = await sentRun(kit.database, applicationId, {
  contacts: 14,
  outcome: seq => (seq in OUTCOMES ? OUTCOMES[seq] : SENT),
})
await leaveOut()
await report()

/** What the engine decides without a hand-over: one each. The sixth stays pending. */
async function leaveOut(): Promise<void> {
  const batch = { applicationId, runId: run.runId, channel: 'email', no: 1, token: 1 }
  const nowMs = Date.now()
  const cancelled = { ...recordSkipped(5, 0, 'run_cancelled', nowMs), state: STATE.cancelled }
  const left = [recordSkipped(3, 0, 'unsubscribed', nowMs), recordExpired(4, 0, 'run_expired', nowMs), cancelled]
  const client = await kit.database.pool.connect()
  try {
    await storeOutcomes(
      client,
      left.map(outcome => ({ batch, outcome })),
      0,
    )
  } finally {
    client.release()
  }
}

/** Seven to twelve arrive, the twelfth complains; of thirteen and fourteen nothing is heard. */
async function report(): Promise<void> {
  const event = { applicationId, runId: run.runId, bot: false, at: new Date() }
  const provider = { ...event, source: 'provider' } as const
  const reader = { ...event, source: 'recipient' } as const
  await applyEvents(kit.database, [
    ...[7, 8, 9, 10, 11].map(seq => ({ ...provider, seq, kind: 'delivered' as const })),
    { ...provider, seq: 12, kind: 'complained' },
    ...[8, 9, 10].map(seq => ({ ...reader, seq, kind: 'opened' as const })),
    { ...reader, seq: 11, kind: 'opened', bot: true, detail: { bot_reason: 'user_agent' } },
    ...[9, 10].map(seq => ({ ...reader, seq, kind: 'clicked' as const, linkNo: 0 })),
    { ...reader, seq: 10, kind: 'unsubscribed', detail: { way: 'one_click' } },
  ])
}

const COUNTS: Partial<Record<DeliveryStatus, number>> = {
  pending: 1,
  failed: 1,
  skipped: 1,
  expired: 1,
  cancelled: 1,
  sent: 2,
  delivered: 5,
  bounced: 1,
  complained: 1,
  opened: 3,
  clicked: 2,
  unsubscribed: 1,
}

const DELIVERY = '/api/notifications/delivery'
const RUN = `${DELIVERY}/email/${run.runId}`
const get = <Data>(path: string) => kit.call<Data>('GET', path, { bearer })
const read = async <Data>(path: string) => (await get<Data>(path)).data
const rowsOf = async (query: string) => {
  const { body } = await kit.app.inject({
    method: 'GET',
    url: `${RUN}/export${query}`,
    headers: { authorization: `Bearer ${bearer}` },
  })
  return Papa.parse<{ delivery_id: string; status: string }>(body.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}

test('lists of runs and campaigns, the run, the campaign and the dashboard have the same counts', async () => {
  await kit.database.pool.query('update run set reports_delivery = true where run_id = $1', [run.runId])
  const answers = [
    (await read<RunRow[]>(DELIVERY))[0],
    await read<RunProgress>(`${RUN}/summary`),
    (await read<CampaignRow[]>('/api/notifications/schedule/email'))[0],
    await read<Campaign>(`/api/notifications/schedule/email?uuid=${run.campaignId}`),
    (await read<ApplicationOverview>('/api/dashboard/overview')).runs[0],
  ]
  // Nine were handed over. Reported deliveries, and who complains has the email too. Who was left out is no recipient.
  const figures = answers.map(each => [each?.counts, each?.sent, each?.delivered, each?.recipients])
  expect(figures).toEqual(answers.map(() => [COUNTS, 9, 6, 13]))
})

test('the email dashboard counts the same, however often and in whatever order it was told', async () => {
  // Late and doubled: all of it again, and a report of a delivery after the complaint.
  await report()
  await leaveOut()
  const late = {
    applicationId,
    runId: run.runId,
    seq: 12,
    kind: 'delivered',
    at: new Date(),
    source: 'provider',
  } as const
  await applyEvents(kit.database, [{ ...late, bot: false }])
  const path = `/api/dashboard/email?notification=${run.campaignId}`
  const { totals, section_6, failures, top_campaigns } = await read<EmailDashboard>(path)
  const figures = {
    sent: 9,
    delivered: 6,
    bounced: 1,
    complained: 1,
    failed: 1,
    opened: 3,
    clicked: 2,
    unsubscribed: 1,
  }
  expect(totals.data).toMatchObject({
    ...figures,
    hard_bounced: 1,
    delivery_rate: 66.7,
    open_rate: 50,
    complaint_rate: 11.1,
  })
  expect(section_6.data.map(({ count }) => count)).toEqual([6, 0, 1, 1, 2])
  expect(failures.data.map(({ reason, count }) => [reason, count])).toEqual([
    ['mailbox_missing', 1],
    ['content_refused', 1],
  ])
  expect(top_campaigns.data).toMatchObject([{ run_uuid: run.runId, ...figures }])
  await expectActivityRight(kit.database, { applicationId, runId: run.runId })
})

test('behind each count there are as many recipients, and the export has the very same', async () => {
  for (const [status, count] of Object.entries(COUNTS)) {
    const { data, headers } = await get<Recipient[]>(`${RUN}?status=${status}&per_page=100`)
    const exported = await rowsOf(`?status=${status}`)
    expect([status, data.length, headers['x-notifly-total-count']]).toEqual([status, count, String(count)])
    expect(exported.map(row => [row.delivery_id, row.status])).toEqual(data.map(row => [row.uuid, row.current_status]))
  }
  expect(await rowsOf('')).toHaveLength(14)
})
