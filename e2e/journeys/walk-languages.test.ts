import { LOCALES } from '@notifly/contracts/accounts/accounts'
import { test } from 'vitest'
import { expectFiveMinutes, WALK_MS } from '../browser/five-minutes.ts'

test.for(LOCALES.filter(locale => locale !== 'en'))('five minutes in %s', { timeout: WALK_MS }, async locale => {
  await expectFiveMinutes(locale)
})
