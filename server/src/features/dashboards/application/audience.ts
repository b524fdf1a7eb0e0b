/** How an application's audience grows, and at which hours it reads. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { AudienceGrowth, ReadingHours } from '@notifly/contracts/dashboards/application'
import { selectTimezone } from '../../../db/application-timezone.ts'
import { selectWeekHours } from '../../../engine/events/hour-queries.ts'
import { listRead } from '../../../db/fair-places.ts'
import type { Deps } from '../../../http/deps.ts'
import { contactTotal } from '../../../people/contacts/contact-total.ts'
import { growthOf } from '../../../people/contacts/growth.ts'
import { type DayQuery, presentDays } from './engagement.ts'
import { datesOf, dayAt, daysAsked } from '../range.ts'

type Tools = Pick<Deps, 'database' | 'clock'>

export async function readGrowthOf(
  { database: { kysely: db }, clock }: Tools,
  applicationId: string,
  query: DayQuery,
): Promise<AudienceGrowth> {
  const days = daysAsked(query, await selectTimezone(db, applicationId), clock.now())
  const contacts = await contactTotal(db, applicationId)
  const growth = await listRead(db, applicationId, tx => growthOf(tx, applicationId, days.starts))
  return {
    range: presentDays(days),
    contacts,
    days: datesOf(days).map((date, at) => ({
      date,
      added: growth[at]?.added ?? 0,
      left: growth[at]?.departed ?? 0,
      suppressed: growth[at]?.suppressed ?? 0,
    })),
  }
}

/** This month and the two before. */
const MONTHS = 3
/** With fewer opens an hour has no meaning. */
const EVENTS_MIN = 50

export async function readReadingHoursOf(
  { database: { kysely: db }, clock }: Tools,
  applicationId: string,
  channel: Channel | undefined,
): Promise<ReadingHours> {
  const timezone = await selectTimezone(db, applicationId)
  const since = dayAt(clock.now(), timezone)
    .with({ day: 1 })
    .subtract({ months: MONTHS - 1 })
    .toString()
  const hours = await selectWeekHours(db, { applicationId, channel, since })
  const weight = ({ opened, clicked }: (typeof hours)[number]): number => opened + clicked
  const all = hours.reduce((sum, hour) => sum + weight(hour), 0)
  const [best] = [...hours].sort((a, b) => weight(b) - weight(a))
  const isKnown = all >= EVENTS_MIN && best !== undefined
  return { since, hours, best: isKnown ? { weekday: best.weekday, hour: best.hour } : null }
}
