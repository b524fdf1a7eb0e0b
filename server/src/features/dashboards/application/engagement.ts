/** The engagement of an application over all channels: four cards, each for callers with its right. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import {
  type BrowserCounts,
  CARD_ACTIVITY,
  type ChannelCourse,
  type ClickTotals,
  type Engagement,
  type EngagementCard,
  type NotificationTotals,
  type Platforms,
} from '@notifly/contracts/dashboards/engagement'
import { FEW_SENT, percentOf } from '@notifly/contracts/dashboards/figures'
import type { UsedSlice } from '@notifly/contracts/dashboards/parts'
import { LEVEL } from '@notifly/contracts/roles/activities'
import { selectTimezone } from '../../../db/application-timezone.ts'
import { listRead } from '../../../db/fair-places.ts'
import { type ApplicationCaller, hasLevel, requireLevel } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import {
  type ChannelDay,
  type ChannelTotals,
  hasActivity,
  selectChannelDays,
  selectUsed,
  type Totals,
  type UsedRow,
} from './engagement-queries.ts'
import { loaded, rangeOf } from '../frame.ts'
import { datesOf, type Days, daysAsked, startBefore } from '../range.ts'

export interface DayQuery {
  from?: string | undefined
  to?: string | undefined
}

interface EngagementQuery extends DayQuery {
  compare?: 'true' | 'false' | undefined
}

/** Throws forbidden for a caller without any of the four rights, and invalidInput for an invalid range. */
export async function readEngagementOf(
  { database: { kysely: db }, clock }: Pick<Deps, 'database' | 'clock'>,
  caller: ApplicationCaller,
  query: EngagementQuery,
): Promise<Engagement> {
  const may = (card: EngagementCard): boolean => hasLevel(caller, CARD_ACTIVITY[card], LEVEL.read)
  const cards = (Object.keys(CARD_ACTIVITY) as EngagementCard[]).filter(may)
  if (cards.length === 0) requireLevel(caller, CARD_ACTIVITY.notification_engagement, LEVEL.read)
  const { applicationId } = caller
  const days = daysAsked(query, await selectTimezone(db, applicationId), clock.now())
  const hasTotals = may('total_notifications') || may('total_clicks')
  const since = hasTotals && query.compare !== 'false' ? startBefore(days) : undefined
  const [{ all, hasSent }, used] = await Promise.all([
    listRead(db, applicationId, async tx => ({
      all:
        hasTotals || may('notification_engagement')
          ? await selectChannelDays(tx, applicationId, { starts: days.starts, since })
          : [],
      hasSent: await hasActivity(tx, applicationId),
    })),
    may('browsers') ? listRead(db, applicationId, tx => selectUsed(tx, applicationId, days.starts)) : null,
  ])
  const course = all.filter(({ day }) => day >= 0)
  const totals = totalsByChannel(course)
  const totalsBefore = since === undefined ? null : totalsByChannel(all.filter(({ day }) => day < 0))
  return {
    range: presentDays(days),
    has_sent: hasSent,
    notification_engagement: may('notification_engagement') ? loaded(coursesOf(course, days)) : null,
    total_notifications: may('total_notifications') ? loaded(totalsOf(totals, totalsBefore)) : null,
    total_clicks: may('total_clicks') ? loaded(clicksOf(totals, totalsBefore)) : null,
    browsers: used && loaded(platformsOf(used)),
  }
}

export function presentDays(days: Days) {
  return { ...rangeOf(days), days: days.count, timezone: days.timezone }
}

/** A line for each channel with every day of the range, in the order of the channels. */
function coursesOf(rows: readonly ChannelDay[], days: Days): ChannelCourse[] {
  const dates = datesOf(days)
  return CHANNELS.flatMap(channel => {
    const known = new Map(rows.filter(row => row.channel === channel).map(row => [row.day, row]))
    if (known.size === 0) return []
    const line = (name: 'sent' | 'opened' | 'clicked') =>
      dates.map((date, day) => ({ date, count: known.get(day)?.[name] ?? 0 }))
    return [{ channel, sent: line('sent'), opened: line('opened'), clicked: line('clicked') }]
  })
}

/** The sums of all days. */
function totalsByChannel(days: readonly ChannelDay[]): ChannelTotals[] {
  return [...Map.groupBy(days, ({ channel }) => channel)].map(([channel, rows]) => ({ channel, ...addTotals(rows) }))
}

function totalsOf(rows: readonly ChannelTotals[], before: readonly ChannelTotals[] | null): NotificationTotals {
  const sums = addTotals(rows)
  return {
    ...countsOf(sums),
    is_few: isFew(sums),
    delivery_rate: percentOf(sums.delivered, sums.sent),
    open_rate: percentOf(sums.opened, sums.delivered),
    previous: before && countsOf(addTotals(before)),
    channels: inOrder(rows).map(row => ({ channel: row.channel, ...countsOf(row) })),
  }
}

function clicksOf(rows: readonly ChannelTotals[], before: readonly ChannelTotals[] | null): ClickTotals {
  const sums = addTotals(rows)
  const { clicked, delivered, opened } = sums
  return {
    clicked,
    is_few: isFew(sums),
    click_rate: percentOf(clicked, delivered),
    click_through_rate: percentOf(clicked, opened),
    previous: before && { clicked: addTotals(before).clicked },
    channels: inOrder(rows).map(row => ({
      channel: row.channel,
      clicked: row.clicked,
      is_few: isFew(row),
      click_rate: percentOf(row.clicked, row.delivered),
    })),
  }
}

function isFew({ sent }: Totals): boolean {
  return sent < FEW_SENT
}

function countsOf({ sent, delivered, failed, opened, unsubscribed }: Totals) {
  return { sent, delivered, failed, opened, unsubscribed }
}

/** The sums of all channels. */
export function addTotals(rows: readonly Totals[]): Totals {
  const of = (name: keyof Totals): number => rows.reduce((sum, row) => sum + row[name], 0)
  return {
    sent: of('sent'),
    delivered: of('delivered'),
    bounced: of('bounced'),
    complained: of('complained'),
    failed: of('failed'),
    opened: of('opened'),
    clicked: of('clicked'),
    unsubscribed: of('unsubscribed'),
  }
}

/** Rows of channels that no longer exist are left out. */
export function inOrder(rows: readonly ChannelTotals[]): ChannelTotals[] {
  return CHANNELS.flatMap(channel => rows.filter(row => row.channel === channel))
}

function platformsOf(rows: readonly UsedRow[]): Platforms {
  return { browsers: browsersOf(rows), systems: slicesOf(rows, 'system'), devices: slicesOf(rows, 'device') }
}

/** Readers whose program shows no images click without an open: the larger figure is the number of readers. */
function readersOf({ opened, clicked }: { opened: number; clicked: number }): number {
  return Math.max(opened, clicked)
}

function browsersOf(rows: readonly UsedRow[]): BrowserCounts[] {
  const browsers = Map.groupBy(
    rows.filter(row => row.kind === 'browser'),
    row => row.name,
  )
  const count = (used: readonly UsedRow[], channel: Channel): number =>
    used.filter(row => row.channel === channel).reduce((sum, row) => sum + readersOf(row), 0)
  return [...browsers]
    .map(([name, used]) => ({
      browser_name: name,
      email_count: count(used, 'email'),
      web_push_count: count(used, 'webpush'),
    }))
    .filter(({ email_count: email, web_push_count: push }) => email + push > 0)
    .sort(
      (a, b) =>
        b.email_count + b.web_push_count - a.email_count - a.web_push_count ||
        a.browser_name.localeCompare(b.browser_name, 'en'),
    )
}

function slicesOf(rows: readonly UsedRow[], kind: UsedRow['kind']): UsedSlice[] {
  const slices = new Map<string, UsedSlice>()
  for (const row of rows.filter(each => each.kind === kind)) {
    const { name } = row
    const slice = slices.get(name) ?? { name, count: 0, opened: 0, clicked: 0 }
    const { count, opened, clicked } = slice
    slices.set(name, {
      name,
      count: count + readersOf(row),
      opened: opened + row.opened,
      clicked: clicked + row.clicked,
    })
  }
  return [...slices.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}
