/** A dashboard of email as the server sends it: 30 days with one campaign of one run. */
import { NO_COUNTS, ratesOf } from '@notifly/contracts/dashboards/figures'
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { CampaignFigures, DayCounts, Figures } from '@notifly/contracts/dashboards/parts'
import { addDays } from '../ui/dates/calendar-dates.ts'

export const CAMPAIGN = '0198c0de-0000-7000-8000-00000000000a'
export const RUN = '0198c0de-0000-7000-8000-00000000000b'

const counts = (sent: number) => ({
  ...NO_COUNTS,
  sent,
  delivered: Math.round(sent * 0.95),
  bounced: Math.round(sent * 0.05),
  hard_bounced: Math.round(sent * 0.01),
  failed: 10,
  opened: Math.round(sent * 0.4),
  clicked: Math.round(sent * 0.1),
})
export const figures = (sent: number): Figures => ({ ...counts(sent), ...ratesOf(counts(sent)) })
export const dailyFrom = (day: string, sent: number): DayCounts[] =>
  Array.from({ length: 30 }, (_, index) => ({
    date: Date.parse(`${addDays(day, index)}T00:00:00+05:30`) / 1000,
    ...counts(sent + index),
  }))
export const loaded = <Data>(data: Data) => ({ data, is_loaded: true })

export function dashboard(sent: number, change: Partial<EmailDashboard> = {}): EmailDashboard {
  const totals = figures(sent)
  const campaign: CampaignFigures = {
    uuid: CAMPAIGN,
    run_uuid: RUN,
    runs: 1,
    name: 'Autumn restock',
    status: 'sent',
    last_sent_on: 1_785_000_000,
    ...totals,
  }
  const lists = { today: [], daily: [], weekly: [], monthly: [campaign], is_loaded: true }
  const section_1 = loaded({ ...totals, email_sent: sent })
  const section_2 = loaded({ ...totals, hard_bounce: totals.hard_bounce_rate, unique_click: totals.clicked })
  return {
    range: { from: '2026-07-01', to: '2026-07-30', days: 30, timezone: 'Asia/Kolkata' },
    campaign: null,
    has_data: sent > 0,
    last_data: null,
    is_sending: false,
    totals: loaded(totals),
    daily: loaded(dailyFrom('2026-07-01', sent / 30)),
    top_campaigns: loaded([campaign]),
    top_links: loaded([{ url: 'https://shop.example/lamps', clicks: 40, runs: 2 }]),
    section_1,
    section_2,
    section_3: loaded([]),
    section_4: loaded([]),
    section_5: loaded([
      { name: 'Chrome', count: 9, opened: 9, clicked: 60 },
      { name: 'other', count: 9, opened: 9, clicked: 40 },
    ]),
    section_6: loaded([
      { name: 'delivered', count: totals.delivered },
      { name: 'hard_bounce', count: totals.hard_bounced },
      { name: 'soft_bounce', count: 4 },
    ]),
    email_outcome: lists,
    systems: loaded([]),
    devices: loaded([]),
    failures: loaded([{ reason: 'mailbox_full', reason_text: 'Mailbox full', reason_text_sentence: null, count: 10 }]),
    mailboxes: loaded([
      {
        ...{ name: 'Gmail', sent, bounced: 5, complained: 4, opened: 400, clicked: 90 },
        ...{ bounce_rate: 0.5, complaint_rate: 0.4, open_rate: 40, standing: 'bad' as const },
      },
    ]),
    previous: {
      range: { from: '2026-06-01', to: '2026-06-30' },
      totals: figures(800),
      daily: dailyFrom('2026-06-01', 800 / 30),
      section_1: section_1.data,
      section_2: section_2.data,
    },
    ...change,
  }
}
