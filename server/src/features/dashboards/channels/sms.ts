import { MESSAGE_CLASSES } from '@notifly/contracts/campaigns/content'
import { percentOf } from '@notifly/contracts/dashboards/figures'
import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import type { Db } from '../../../db/schema/tables.ts'
import { presentFailures, readDetails } from '../details.ts'
import {
  frameOf,
  linesOf,
  loaded,
  messageCardsOf,
  type Period,
  previousFrameOf,
  readParts,
  readPeriods,
} from '../frame.ts'
import type { KindSums } from '../queries.ts'
import { datesOf, type Asked, type Days, joined } from '../range.ts'
import { readSmsCosts, type SmsCosts } from './sms-costs.ts'
import { selectSegments, selectStopReplies, type SegmentSums } from './sms-queries.ts'

export async function readSms(db: Db, asked: Asked): Promise<Omit<SmsDashboard, 'top_links'>> {
  const read = await readPeriods(db, asked)
  const { current, previous } = read
  const { days, before, source } = asked
  const all = await selectSegments(db, source, (before === null ? days : joined(before, days)).starts)
  const shift = before?.count ?? 0
  const segments = all.filter(({ day }) => day >= shift).map(sums => ({ ...sums, day: sums.day - shift }))
  const details = await readDetails(db, asked, ['reason'])
  const costs = await readSmsCosts(db, asked, days)
  const parts = await readParts(db, asked, 'class')
  const byDay = new Map<number, number>()
  for (const { day, segments: n } of segments) byDay.set(day, (byDay.get(day) ?? 0) + n)
  return {
    ...(await frameOf(db, read, parts)),
    section_1: loaded(cardsOf(current, segments, costs)),
    section_2: loaded([
      ...linesOf(current.daily, [
        ['sent', 'sent'],
        ['delivered', 'delivered'],
        ['failed', 'failed'],
        ['clicked', 'clicked'],
      ]),
      { name: 'segments', points: datesOf(days).map((date, day) => ({ date, count: byDay.get(day) ?? 0 })) },
    ]),
    section_3: loaded(presentFailures(details.reason)),
    classes: loaded(presentClasses(parts.kinds, segments, costs)),
    currency: costs.currency,
    countries: loaded(costs.countries),
    stop_replies: loaded(await readStopReplies(db, source.applicationId, days)),
    ...(previous !== null && {
      previous: {
        ...previousFrameOf(previous),
        section_1: cardsOf(
          previous,
          all.filter(({ day }) => day < shift),
          await readSmsCosts(db, asked, previous.days),
        ),
      },
    }),
  }
}

function cardsOf(period: Period, segments: readonly SegmentSums[], { total }: SmsCosts) {
  return { ...messageCardsOf(period), segments: sumOf(segments), ...(total !== null && { cost: total }) }
}

const sumOf = (segments: readonly SegmentSums[]): number => segments.reduce((sum, each) => sum + each.segments, 0)

/** One entry for each class that was sent. */
export function presentClasses(
  rows: readonly KindSums[],
  segments: readonly SegmentSums[],
  costs: SmsCosts,
): SmsDashboard['classes']['data'] {
  return MESSAGE_CLASSES.flatMap(name => {
    const row = rows.find(({ message_class }) => message_class === name)
    if (row === undefined) return []
    const { sent, delivered, failed, clicked } = row.counts
    const ofClass = segments.filter(({ message_class }) => message_class === name)
    const delivery_rate = percentOf(delivered, sent)
    return [
      { name, sent, delivered, failed, clicked, delivery_rate, segments: sumOf(ofClass), cost: costs.ofClass(name) },
    ]
  })
}

export async function readStopReplies(
  db: Db,
  applicationId: string,
  days: Days,
): Promise<SmsDashboard['stop_replies']['data']> {
  const found = await selectStopReplies(db, applicationId, days.starts)
  const byDay = new Map(found.map(({ day, count }) => [day, count]))
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    points: datesOf(days).map((date, day) => ({ date, count: byDay.get(day) ?? 0 })),
  }
}
