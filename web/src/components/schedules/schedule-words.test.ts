import { beforeAll, describe, expect, test } from 'vitest'
import { changeLanguage, i18n, startI18n } from '../../locales/i18n.ts'
import { firstChoice, type Recurrence, RECURRENCE_VALUES, type ScheduleChoice } from './schedule-choice.ts'
import { datesLabel, recurrenceLabel, scheduleWords, type WordsView } from './schedule-words.ts'

const time = { hour: 9, minute: 30, period: 'am' } as const
const fixed: ScheduleChoice = { ...firstChoice('UTC'), theirClock: false, start: 'fixed', time }
const every = (recurrence: Recurrence, change: Partial<ScheduleChoice> = {}): ScheduleChoice => ({
  ...fixed,
  type: 'recurring',
  recurrence,
  sunset: { end: 'never' },
  ...change,
})
const weekly: Recurrence = { kind: 'weekdays', values: [2, 5] }

async function viewIn(locale: 'en' | 'es' | 'fr' | 'hi'): Promise<WordsView> {
  await changeLanguage(locale)
  await i18n.loadNamespaces('campaigns')
  return { t: i18n.getFixedT(locale, 'campaigns'), locale, year: 2026 }
}

beforeAll(async () => {
  await (i18n.isInitialized ? changeLanguage('en') : startI18n('en'))
})

describe('a schedule in words', () => {
  test.each<[ScheduleChoice, string]>([
    [firstChoice('UTC'), 'As soon as you launch it'],
    [fixed, 'Next at 9:30 AM'],
    [{ ...fixed, day: '2026-11-24' }, 'On Tue, Nov 24 at 9:30 AM'],
    [{ ...fixed, start: 'immediately', day: '2027-01-05' }, 'On Tue, Jan 5, 2027 at 12:00 AM'],
    [{ ...fixed, type: 'dates', days: ['2026-11-24', '2026-12-01'] }, 'On Nov 24 and Dec 1 at 9:30 AM'],
    [{ ...fixed, type: 'dates' }, 'On days to be chosen at 9:30 AM'],
    [every(weekly), 'Every Monday and Thursday at 9:30 AM'],
    [every(weekly, { sunset: { end: 'sends', sends: 8 } }), 'Every Monday and Thursday at 9:30 AM; ends after 8 sends'],
    [
      every(weekly, { sunset: { end: 'date', day: '2027-01-05' } }),
      'Every Monday and Thursday at 9:30 AM; ends on Tue, Jan 5, 2027',
    ],
    [every(weekly, { time: { ...time, hour: 0 } }), 'Every Monday and Thursday, no time chosen yet'],
    [every({ kind: 'interval', values: [1] }), 'Every hour, first at 9:30 AM'],
    [every({ kind: 'interval', values: [48] }, { start: 'immediately' }), 'Every 48 hours, from midnight'],
    [every({ kind: 'monthDays', values: [1, 15, 31] }), 'On the 1st, 15th, and 31st of every month at 9:30 AM'],
    [every({ kind: 'monthDays', values: RECURRENCE_VALUES.monthDays }), 'Every day at 9:30 AM'],
    [every({ kind: 'months', values: [1, 7] }), 'On the 1st of January and July at 9:30 AM'],
    [every({ kind: 'months', values: RECURRENCE_VALUES.months }), 'On the 1st of every month at 9:30 AM'],
    [every(weekly, { theirClock: true }), 'Every Monday and Thursday at 9:30 AM, recipient’s local time'],
    [
      every(weekly, { theirClock: true, quiet: true, sunset: { end: 'sends', sends: 8 } }),
      'Every Monday and Thursday at 9:30 AM, recipient’s local time; ends after 8 sends; respects quiet hours',
    ],
    [every(weekly, { start: 'intelligent' }), 'Every Monday and Thursday, at each recipient’s best hour'],
    [{ ...firstChoice('UTC'), start: 'intelligent' }, 'Within 24 hours of launch, at each recipient’s best hour'],
    [{ ...firstChoice('UTC'), quiet: true }, 'As soon as you launch it; respects quiet hours'],
  ])('%#: %s', async (choice, words) => {
    // Intl puts a narrow no-break space before AM.
    expect(scheduleWords(choice, await viewIn('en')).replace(/\s/gu, ' ')).toBe(words)
  })

  test.each<['es' | 'fr' | 'hi', ScheduleChoice, string]>([
    ['es', every(weekly, { time: { ...time, hour: 1 } }), 'Cada lunes y jueves a la 1:30'],
    ['es', every(weekly, { time: { ...time, hour: 1, period: 'pm' } }), 'Cada lunes y jueves a las 13:30'],
    ['es', every({ kind: 'monthDays', values: [1, 15] }), 'Los días 1 y 15 de cada mes a las 9:30'],
    ['fr', every({ kind: 'monthDays', values: [1, 15] }), 'Les 1er et 15 de chaque mois à 09:30'],
    ['fr', every({ kind: 'interval', values: [4] }), 'Toutes les 4 heures, la première fois à 09:30'],
    ['hi', every({ kind: 'weekdays', values: RECURRENCE_VALUES.weekdays }), 'हर दिन 9:30 am बजे'],
    ['es', every(weekly, { theirClock: true }), 'Cada lunes y jueves a las 9:30, hora local de cada destinatario'],
    ['fr', every(weekly, { quiet: true }), 'Chaque lundi et jeudi à 09:30 ; respecte les heures calmes'],
    ['hi', every(weekly, { start: 'intelligent' }), 'हर सोमवार और गुरुवार को, हर प्राप्तकर्ता के सबसे अच्छे घंटे पर'],
  ])('in %s, %#', async (locale, choice, words) => {
    expect(scheduleWords(choice, await viewIn(locale))).toBe(words)
  })

  test('labels name at most three dates and the rest by number; a whole week is a day', async () => {
    const view = await viewIn('en')
    const days = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2027-01-01']
    expect(datesLabel(days, view)).toBe('Nov 24, Nov 25, Nov 26 and 2 more')
    expect(datesLabel(days.slice(0, 3), view)).toBe('Nov 24, Nov 25, and Nov 26')
    expect(recurrenceLabel({ kind: 'weekdays', values: [3] }, view)).toBe('Every week on Tuesday')
    expect(recurrenceLabel({ kind: 'weekdays', values: RECURRENCE_VALUES.weekdays }, view)).toBe('Every day')
  })
})
