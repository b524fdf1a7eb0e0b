// A run with every outcome that there is: whoever asks for a number of it, and wherever, gets the same.
import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import type { Campaign, CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { DeliveryStatus, Recipient, RunProgress, RunRow } from '@notifly/contracts/runs/deliveries'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { Outcome } from '../../channels/provider.ts'
import { applyEvents } from '../../engine/events/apply-events.ts'
import { foldActivity } from '../../engine/activity/activity.ts'
import { type Recorded, recordExpired, recordOutcome, recordSkipped } from '../../engine/record/outcomes.ts'
import { storeOutcomes } from '../../engine/record/recorder.ts'
import { STATE } from '../../engine/states.ts'
import { maintainMonths } from '../../engine/upkeep/housekeeping.ts'
import { testApp } from '../../testing/app.ts'
import { expectActivityRight } from '../../testing/engine/activity.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'
import { endRun, sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const owner = await kit.withApplication()
const { applicationId, bearer } = owner
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
  const nowMs = Date.now()
  const cancelled = { ...recordSkipped(5, 0, 'run_cancelled', nowMs), state: STATE.cancelled }
  const left = [recordSkipped(3, 0, 'unsubscribed', nowMs), recordExpired(4, 0, 'run_expired', nowMs), cancelled]
  await store(run.runId, left)
}

async function store(runId: string, outcomes: readonly Recorded[]): Promise<void> {
  const batch = { applicationId, runId, channel: 'email', no: 1, token: 1 }
  const client = await kit.database.pool.connect()
  try {
    await storeOutcomes(
      client,
      outcomes.map(outcome => ({ batch, outcome })),
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

// In New York the 8th of March has 23 hours: it begins at 05:00 UTC and ends at 04:00. In India days begin at 18:30.
const MOMENTS = [
  '08T04:59:59',
  '08T05:00:00',
  '08T06:59:59',
  '08T07:00:00',
  '08T18:29:59',
  '08T18:30:00',
  '09T03:59:59',
  '09T04:00:00',
  '09T18:30:00',
].map(moment => new Date(`2026-03-${moment}Z`))
/** By the number of the recipient. */
const BOUNCED = 3
const READERS = [2, 5, 6]

/** Messages, bounces and readers of each day on that clock, counted plainly. */
function plainly(zone: string): [string, number, number, number][] {
  const dayOf = (moment: Date) => Temporal.Instant.from(moment.toISOString()).toZonedDateTimeISO(zone).toPlainDate()
  return ['07', '08', '09', '10'].map(day => {
    const date = `2026-03-${day}`
    const seqs = MOMENTS.flatMap((moment, index) => (dayOf(moment).toString() === date ? [index + 1] : []))
    const of = (wanted: readonly number[]) => seqs.filter(seq => wanted.includes(seq)).length
    return [date, seqs.length, of([BOUNCED]), of(READERS)]
  })
}

/** Each message at its moment, each fact twice; they are read today. */
async function sendInSpring({ runId }: { runId: string }): Promise<void> {
  const outcomes = MOMENTS.flatMap((at, index) => {
    const seq = index + 1
    const bounced: Outcome = { kind: 'bounced', reason: 'mailbox_full', suppress: false, ...refusal }
    return recordOutcome(seq === BOUNCED ? bounced : SENT, { seq, n: 1 }, at.getTime()) ?? []
  })
  const opened = { applicationId, runId, kind: 'opened', at: new Date(), source: 'recipient', bot: false } as const
  for (let time = 0; time < 2; time++) {
    await store(runId, outcomes)
    await applyEvents(
      kit.database,
      READERS.map(seq => ({ ...opened, seq })),
    )
  }
}

test('days of two clocks have their messages, also over a change of daylight saving, once they are folded, and when the month is gone', async () => {
  const spring = await sentRun(kit.database, applicationId, { contacts: 0, messages: 0, name: 'Spring' })
  await sendInSpring(spring)
  const { csv } = dashboardsOf(kit, owner)
  const query = `from=2026-03-07&to=2026-03-10&notification=${spring.campaignId}`
  const days = async () => {
    const { daily, totals } = await read<EmailDashboard>(`/api/dashboard/email?${query}`)
    const rows = await csv(`email/export?panel=daily&${query}`)
    const counts = rows.map(row => [row['date'], ...['sent', 'bounced', 'opened'].map(name => Number(row[name]))])
    expect(daily.data.map(day => [day.sent, day.bounced, day.opened])).toEqual(counts.map(([, ...each]) => each))
    const page = await read<RunProgress>(`${DELIVERY}/email/${spring.runId}/summary`)
    expect([totals.data.sent, page.sent]).toEqual([MOMENTS.length, MOMENTS.length])
    expect([page.counts.bounced, page.counts.opened]).toEqual([totals.data.bounced, totals.data.opened])
    return counts
  }
  for (const zone of ['Asia/Kolkata', 'America/New_York']) {
    await kit.database.pool.query('update application set timezone = $2 where application_id = $1', [
      applicationId,
      zone,
    ])
    expect(await days()).toEqual(plainly(zone))
  }
  await expectActivityRight(kit.database, { applicationId, runId: spring.runId })
  expect((await foldActivity(kit.deps)) > 0).toBe(true)
  expect(await days()).toEqual(plainly('America/New_York'))

  for (const { runId } of [run, spring]) await endRun(kit.database, runId)
  const clock = { now: () => new Date(Date.now() + 500 * 86_400_000) }
  await maintainMonths({ ...kit.deps, clock, retentionDays: 400 })
  const { rows } = await kit.database.pool.query('select from delivery where run_id = $1', [spring.runId])
  expect(rows).toEqual([])
  expect(await days()).toEqual(plainly('America/New_York'))
})
