import { awaitingOf, percentOf } from '@notifly/contracts/dashboards/figures'
import {
  EMAIL_OUTCOMES,
  type EmailDashboard,
  OUTCOME_DAYS,
  OUTCOME_ROWS_MAX,
} from '@notifly/contracts/dashboards/email'
import type { Figures, Slice } from '@notifly/contracts/dashboards/parts'
import type { Db } from '../../../db/schema/tables.ts'
import { presentFailures, presentMailboxes, presentUsed, readDetails } from '../details.ts'
import { loaded, pointsOf, presentCampaign, previousFrameOf, readFrame, type Reader } from '../frame.ts'
import { DETAIL_KINDS } from '../detail-queries.ts'
import { selectLatestCampaigns } from '../queries.ts'
import { type Asked, dayAt, daysEnding } from '../range.ts'

export async function readEmail(read: Reader, asked: Asked): Promise<Omit<EmailDashboard, 'top_links'>> {
  const [{ current, previous, frame }, { details, lists }] = await Promise.all([
    read(tx => readFrame(tx, asked)),
    read(async tx => ({
      details: await readDetails(tx, asked, DETAIL_KINDS),
      lists: await readLists(tx, asked),
    })),
  ])
  const { daily, totals } = current
  return {
    ...frame,
    ...sections(totals),
    section_3: loaded(pointsOf(daily, day => percentOf(day.clicked, day.delivered))),
    section_4: loaded(pointsOf(daily, day => percentOf(day.opened, day.delivered))),
    section_5: loaded(presentUsed(details.browser, 'opened')),
    section_6: loaded(emailOutcomes(totals)),
    email_outcome: { ...lists, is_loaded: true },
    systems: loaded(presentUsed(details.system, 'opened')),
    devices: loaded(presentUsed(details.device, 'opened')),
    failures: loaded(presentFailures(details.reason)),
    mailboxes: loaded(presentMailboxes(details.mailbox)),
    ...(previous !== null && {
      previous: {
        ...previousFrameOf(previous),
        section_1: sections(previous.totals).section_1.data,
        section_2: sections(previous.totals).section_2.data,
      },
    }),
  }
}

function sections(figures: Figures) {
  const { open_rate, click_rate, click_through_rate, delivery_rate, unsubscribe_rate } = figures
  return {
    section_1: loaded({ email_sent: figures.sent, open_rate, click_rate, click_through_rate }),
    section_2: loaded({
      delivery_rate,
      hard_bounce: figures.hard_bounce_rate,
      unsubscribe_rate,
      unique_click: figures.clicked,
    }),
  }
}

/** The outcome of all messages; adds up to sent plus failed. */
export function emailOutcomes(figures: Figures): Slice[] {
  const counts: Record<(typeof EMAIL_OUTCOMES)[number], number> = {
    delivered: figures.delivered,
    soft_bounce: figures.bounced - figures.hard_bounced,
    hard_bounce: figures.hard_bounced,
    failed: figures.failed,
    awaiting_report: awaitingOf(figures),
  }
  return EMAIL_OUTCOMES.map(name => ({ name, count: counts[name] }))
}

/** Campaigns by their latest message, whatever the range. */
export async function readLists(db: Db, { source, days: { timezone }, now }: Asked) {
  const { starts } = daysEnding(dayAt(now, timezone), OUTCOME_DAYS.monthly, timezone)
  const rows = await selectLatestCampaigns(db, source, starts, Object.values(OUTCOME_DAYS), OUTCOME_ROWS_MAX)
  const listOf = (list: number) =>
    rows.filter(({ days }) => days === list).map(({ days: _, ...row }) => presentCampaign(row, now))
  return {
    today: listOf(OUTCOME_DAYS.today),
    daily: listOf(OUTCOME_DAYS.daily),
    weekly: listOf(OUTCOME_DAYS.weekly),
    monthly: listOf(OUTCOME_DAYS.monthly),
  }
}
