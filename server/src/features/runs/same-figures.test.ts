/** One run with every kind of outcome: wherever its figures are shown, they are the same. */
import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { Engagement } from '@notifly/contracts/dashboards/engagement'
import type { RunProgress, RunRow } from '@notifly/contracts/runs/deliveries'
import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../channels/provider.ts'
import { applyEvents } from '../../engine/events/apply-events.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { dashboardsOf } from '../../testing/dashboards.ts'
import { expectActivityRight } from '../../testing/engine/activity.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const { database } = kit
let owner: ApplicationOwner
let run: { runId: string; campaignId: string }

const answered = { code: '550', answer: '550 no' }
const OUTCOMES: Readonly<Record<number, Outcome | undefined>> = {
  1: { kind: 'bounced', reason: 'mailbox_missing', suppress: true, ...answered },
  2: { kind: 'bounced', reason: 'mailbox_full', suppress: false, ...answered },
  3: { kind: 'deferred', reason: 'greylisted', ...answered },
  4: { kind: 'rejected', reason: 'bad_content', wholeConfiguration: false, temporary: false, ...answered },
  5: undefined,
}
const SENT: Outcome = { kind: 'sent', answer: '250 2.0.0 queued' }

beforeAll(async () => {
  owner = await kit.withApplication()
  const { applicationId } = owner
  run = await sentRun(database, applicationId, {
    contacts: 20,
    outcome: seq => (seq in OUTCOMES ? OUTCOMES[seq] : SENT),
  })
  const at = new Date()
  const reader = { applicationId, runId: run.runId, source: 'recipient' as const, bot: false, at }
  const provider = { ...reader, source: 'provider' as const }
  // Some tell twice, machines open, and a click comes before the open.
  await applyEvents(database, [
    { ...reader, seq: 6, kind: 'opened' },
    { ...reader, seq: 6, kind: 'opened' },
    { ...reader, seq: 7, kind: 'clicked', linkNo: 0 },
    { ...reader, seq: 7, kind: 'opened' },
    { ...reader, seq: 8, kind: 'opened', bot: true, detail: { bot_reason: 'user_agent' } },
    { ...reader, seq: 9, kind: 'opened' },
    { ...reader, seq: 9, kind: 'unsubscribed', detail: { way: 'one_click' } },
    { ...provider, seq: 10, kind: 'complained' },
    { ...provider, seq: 11, kind: 'bounced', reason: 'mailbox_missing' },
    { ...provider, seq: 11, kind: 'bounced', reason: 'mailbox_missing' },
  ])
})

const ask = async <Data>(path: string): Promise<Data> => {
  const { status, data } = await kit.call<Data>('GET', path, { bearer: owner.bearer })
  expect([path, status]).toEqual([path, 200])
  return data
}

interface Figures {
  sent: number
  delivered: number | null
  bounced: number
  complained: number
  failed: number
  opened: number
  clicked: number
  unsubscribed: number
}

/** Of a run or a campaign, with counts by name. */
function ofCounts({ sent, delivered, counts }: Pick<RunRow, 'sent' | 'delivered' | 'counts'>): Figures {
  const of = (name: string): number => counts[name] ?? 0
  return {
    ...{ sent, delivered, bounced: of('bounced'), complained: of('complained'), failed: of('failed') },
    ...{ opened: of('opened'), clicked: of('clicked'), unsubscribed: of('unsubscribed') },
  }
}

const NAMES = ['sent', 'delivered', 'bounced', 'complained', 'failed', 'opened', 'clicked', 'unsubscribed'] as const
const picked = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(NAMES.map(name => [name, Number(row[name])])) as unknown as Figures

/** Recounted from the file of recipients. */
async function ofExport(): Promise<Figures> {
  const path = `/api/notifications/delivery/email/${run.runId}/export`
  const { body } = await kit.app.inject({ url: path, headers: { authorization: `Bearer ${owner.bearer}` } })
  const { data } = Papa.parse<Record<string, string>>(body.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  const count = (is: (row: Record<string, string>) => boolean) => data.filter(is).length
  const has = (name: string) => count(row => row[name] !== '')
  const failed = count(row => row.status === 'failed')
  const bounced = count(row => row.status === 'bounced')
  const sent = count(row => !['pending', 'sending', 'scheduled', 'failed', 'skipped'].includes(row.status ?? ''))
  return {
    ...{ sent, delivered: sent - bounced, bounced, failed, complained: count(row => row.status === 'complained') },
    ...{ opened: has('opened_on'), clicked: has('clicked_on'), unsubscribed: has('unsubscribed_on') },
  }
}

test('lists, the run, its file, dashboards and their files agree, and a recount of what happened agrees with them', async () => {
  const { read, csv } = dashboardsOf(kit, owner)
  const [row] = await ask<RunRow[]>('/api/notifications/delivery')
  if (row === undefined) throw new Error('no run is listed')
  const figures = ofCounts(row)
  expect(figures).toEqual({
    ...{ sent: 17, delivered: 14, bounced: 3, complained: 1, failed: 1 },
    ...{ opened: 3, clicked: 1, unsubscribed: 1 },
  })

  expect(ofCounts(await ask<RunProgress>(`/api/notifications/delivery/email/${run.runId}/summary`))).toEqual(figures)
  const [campaign] = await ask<CampaignRow[]>('/api/notifications/schedule/email')
  expect(campaign && ofCounts(campaign)).toEqual(figures)
  expect(await ofExport()).toEqual(figures)

  const email = await read<EmailDashboard>('email')
  expect(picked({ ...email.totals.data })).toEqual(figures)
  expect(email.daily.data.map(day => picked({ ...day })).at(-1)).toEqual(figures)
  expect(email.top_campaigns.data.map(each => picked({ ...each }))).toEqual([figures])
  expect(email.email_outcome.today.map(each => picked({ ...each }))).toEqual([figures])
  for (const panel of ['daily', 'campaigns'])
    expect(picked((await csv(`email/export?panel=${panel}`)).at(-1) ?? {})).toEqual(figures)
  const outcomes = Object.fromEntries(email.section_6.data.map(({ name, count }) => [name, count]))
  expect(outcomes).toEqual({ delivered: 14, soft_bounce: 1, hard_bounce: 2, failed: 1, awaiting_report: 0 })

  const { total_notifications, total_clicks } = await ask<Engagement>('/api/dashboard/engagement')
  const { sent, delivered, failed, opened, clicked, unsubscribed } = figures
  expect(total_notifications?.data).toMatchObject({ sent, delivered, failed, opened, unsubscribed })
  expect(total_clicks?.data).toMatchObject({ clicked })
  expect((await ask<ApplicationOverview>('/api/dashboard/overview')).runs[0]?.delivered).toBe(delivered)

  await expectActivityRight(database, { applicationId: owner.applicationId, runId: run.runId })
})
