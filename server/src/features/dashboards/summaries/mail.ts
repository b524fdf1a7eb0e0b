/** The summary of an application as a mail: the period's figures against those of the one before. */
import { type Locale, LOCALES } from '@notifly/contracts/accounts/accounts'
import { percentOf } from '@notifly/contracts/dashboards/figures'
import { ACTIVITY, type ActivityId, LEVEL } from '@notifly/contracts/roles/activities'
import * as z from 'zod/mini'
import { hasLevel, type Levels } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { type Figure, nameInMail, renderNotice } from '../../../lib/mail/notice-mail.ts'
import { growthOf } from '../../../people/contacts/growth.ts'
import { levelsOf } from '../../roles/roles.ts'
import { addTotals, inOrder } from '../application/engagement.ts'
import { type ChannelTotals, selectChannelTotals } from '../application/engagement-queries.ts'
import type { SummaryWords } from './mails/summary-words.ts'
import { SUMMARY_WORDS } from './mails/words.ts'
import { selectReader } from './queries.ts'
import { signStop } from './stop-token.ts'
import { type Period, periodOf } from './times.ts'

/** Name of the job that sends one summary to one person. */
export const SUMMARY_MAIL = 'summary-mail'

const Payload = z.object({
  application_id: z.string(),
  account_id: z.string(),
  every: z.enum(['weekly', 'monthly']),
  /** The day on which it became due. */
  day: z.string(),
})

/** Sends nothing to a person who unsubscribed, left the organization or may not see the figures any more. */
export async function sendSummary(deps: Deps, payload: unknown): Promise<void> {
  const { every, day, ...ids } = Payload.parse(payload)
  const reader = { applicationId: ids.application_id, accountId: ids.account_id }
  const about = await selectReader(deps.database.kysely, reader, every)
  if (about === undefined) return
  const levels = levelsOf(about.permission_set)
  if (!may(levels, ACTIVITY.dashboardEngagement) && !may(levels, ACTIVITY.deliveryDashboard)) return
  const period = periodOf(every, Temporal.PlainDate.from(day), about.timezone)
  const locale = LOCALES.find(each => each === about.locale) ?? 'en'
  const words = SUMMARY_WORDS[locale]
  const figures = await readFigures(deps, reader.applicationId, period, { levels, locale, words })
  const { publicUrl } = deps.config
  const stop = `${publicUrl}/reports/stop/${signStop(deps.secrets, reader)}`
  const values = { application: nameInMail(about.application), days: daysInWords(period, locale) }
  const mail = renderNotice({
    locale,
    subject: filled(words[every].subject, values),
    text: filled(figures === null ? words.nothingSent : words[every].text, values),
    ...(figures !== null && { figures }),
    button: words.button,
    link: `${publicUrl}${locale === 'en' ? '' : `/${locale}`}/applications/${reader.applicationId}/dashboard`,
    note: words[every].note,
    stop: { label: words.stop, link: `${stop}?lang=${locale}` },
    copy: words.copy,
    footer: words.footer,
    publicUrl,
  })
  await deps.mail.send({ to: about.email, ...mail, unsubscribe: stop })
}

function may(levels: Levels, activity: ActivityId): boolean {
  return hasLevel({ levels }, activity, LEVEL.read)
}

interface View {
  levels: Levels
  locale: Locale
  words: SummaryWords
}

/** The figures that the reader may see; null if there are none. */
async function readFigures(
  { database: { kysely: db } }: Deps,
  applicationId: string,
  { starts, startsBefore }: Period,
  view: View,
): Promise<Figure[] | null> {
  const [rows, rowsBefore, [growth, growthBefore]] = await Promise.all([
    selectChannelTotals(db, applicationId, starts),
    selectChannelTotals(db, applicationId, startsBefore),
    Promise.all([growthOf(db, applicationId, starts), growthOf(db, applicationId, startsBefore)]),
  ])
  const people = { added: growth[0]?.added ?? 0, before: growthBefore[0]?.added ?? 0 }
  if (rows.length === 0 && rowsBefore.length === 0 && people.added === 0) return null
  return [
    ...totalFigures(rows, rowsBefore, view),
    ...(may(view.levels, ACTIVITY.audience) ? [count(view, view.words.newContacts, people.added, people.before)] : []),
    ...channelFigures(rows, view),
  ]
}

function totalFigures(rows: readonly ChannelTotals[], rowsBefore: readonly ChannelTotals[], view: View): Figure[] {
  const { words, levels } = view
  const [now, before] = [addTotals(rows), addTotals(rowsBefore)]
  const seesAll = may(levels, ACTIVITY.deliveryDashboard)
  const totals = [
    count(view, words.sent, now.sent, before.sent),
    count(view, words.delivered, now.delivered, before.delivered, percentOf(now.delivered, now.sent)),
    count(view, words.opened, now.opened, before.opened, percentOf(now.opened, now.delivered)),
    count(view, words.unsubscribed, now.unsubscribed, before.unsubscribed),
  ]
  const clicks = [count(view, words.clicked, now.clicked, before.clicked, percentOf(now.clicked, now.delivered))]
  return [
    ...(seesAll || may(levels, ACTIVITY.dashboardTotals) ? totals : []),
    ...(seesAll || may(levels, ACTIVITY.dashboardClicks) ? clicks : []),
  ]
}

/** One line for each channel that sent anything. */
function channelFigures(rows: readonly ChannelTotals[], { locale, words }: View): Figure[] {
  const number = new Intl.NumberFormat(locale)
  return inOrder(rows)
    .filter(({ sent }) => sent > 0)
    .map(({ channel, sent, opened, clicked }) => ({
      label: words.channels[channel],
      value: number.format(sent),
      aside: filled(words.ofChannel, { opened: number.format(opened), clicked: number.format(clicked) }),
      isPart: true,
    }))
}

/** A sum with its rate and its change. */
function count({ locale }: View, label: string, now: number, before: number, rate: number | null = null): Figure {
  const tenths = { style: 'percent', maximumFractionDigits: 1 } as const
  const value = new Intl.NumberFormat(locale).format(now)
  const share = rate === null ? '' : ` · ${new Intl.NumberFormat(locale, tenths).format(rate / 100)}`
  const change = percentOf(now - before, before)
  const signed = new Intl.NumberFormat(locale, { ...tenths, signDisplay: 'exceptZero' })
  return { label, value: `${value}${share}`, aside: change === null ? '–' : signed.format(change / 100) }
}

/** From the first day to the last one. */
function daysInWords({ first, last }: Period, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const noon = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).epochMilliseconds
  return format.formatRange(noon(first), noon(last))
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
