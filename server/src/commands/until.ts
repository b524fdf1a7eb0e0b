import { StartError } from '../lib/start-error.ts'

/** ISO 8601 with an offset: a time without one is another moment on every machine. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

/** The moment that `--until` names. */
export function momentOf(text: string): Date | 'latest' {
  if (text === 'latest') return text
  const moment = new Date(text)
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime())) {
    throw new StartError(`--until is "${text}"; it must be a moment such as 2026-11-28T12:00:00Z, or latest.`)
  }
  return moment
}
