import { test } from 'vitest'
import { WALK_MS, expectFiveMinutes } from '../browser/five-minutes.ts'

// It finds everything by its words: in the language with letters of its own, since all other journeys read English.
test(
  'five minutes: from nothing to three thousand mails, one of them read, followed and stopped',
  { timeout: WALK_MS },
  () => expectFiveMinutes('hi'),
)
