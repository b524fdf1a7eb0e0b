import { test } from 'vitest'
import { WALK_MS, expectFiveMinutes } from '../browser/five-minutes.ts'

test(
  'five minutes: from nothing to three thousand mails, one of them read, followed and stopped',
  { timeout: WALK_MS },
  () => expectFiveMinutes('en'),
)
