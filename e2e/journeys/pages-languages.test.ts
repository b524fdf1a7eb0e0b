import type { Locale } from '@notifly/contracts/accounts/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../browser/axe.ts'
import { product } from '../browser/journey.ts'
import { checkPages } from '../browser/page-check.ts'
import { complaintAtWidth, languageComplaints } from '../browser/page-facts.ts'
import { PAGES, VISITORS } from '../browser/pages.ts'
import { type Lumen, lumen } from '../product/lumen.ts'
import { OPERATORS } from '../product/people.ts'

/** As narrow as phones are. What fits there fits wider ones: no style changes between them. */
const PHONE = 360
const ALL_MS = 900_000
/** The one with the longest words, and the one with letters of its own. */
const WALKED = ['fr', 'hi'] as const satisfies readonly Locale[]
/** Its pages are seen in French when names are looked at that break pages. */
const SEEN_ELSEWHERE = { fr: 'owner', hi: undefined } as const
/** Words are all that changes in what axe looks at: beside English the language with letters of its own is enough. */
const LOOKED_AT = 'hi'

let seeded: Lumen
beforeAll(async () => {
  seeded = await lumen(product, OPERATORS.languages)
})

// Longer words do their harm where there is least room, so these look at phones.
describe.for(WALKED)('in %s', locale => {
  const visitors = VISITORS.filter(visitor => visitor !== SEEN_ELSEWHERE[locale])
  test.for(visitors)('pages that %s sees: every word is there and has room', { timeout: ALL_MS }, async visitor => {
    const problems = await checkPages(
      seeded,
      PAGES,
      // That each page opens by its address, and its words come with it, is seen in English.
      { visitor, locale, width: PHONE },
      async (page, { fillsWindow }) => [
        ...(await languageComplaints(page, locale)),
        ...(await complaintAtWidth(page, PHONE, fillsWindow)),
        ...(locale === LOOKED_AT ? await axeFindings(page, 'no contrast') : []),
      ],
    )
    expect(problems).toEqual([])
  })
})
