/** The list of contacts of a large audience: any page in any order, and searches, at the API of the running product. */
import { CONTACT_SORTS } from '@notifly/contracts/contacts/audience'
import type { Benchmark } from '../harness/bench-context.ts'
import { median, percentile, seconds } from '../harness/compare.ts'
import { inTime, type Result } from '../result.ts'
import { fillAudience, personNo } from './fill.ts'

const BAR_MS = 300
/** For searches, which run while a person types. */
const TYPING_BAR_MS = 100
const PER_PAGE = 10

/** What people type first. Names of the audience begin with some of these, others are inside words. */
const LETTERS = [
  'mar',
  'joh',
  'gar',
  'lop',
  'pat',
  'kow',
  'sil',
  'her',
  'iva',
  'ria',
  'son',
  'cia',
  'uku',
  'ela',
  'zzz',
]

export const benchAudience: Benchmark = async ({ environment, sizes, say }) => {
  const { contacts, requests, rounds } = sizes
  say(`lists and searches of ${contacts} contacts, ${requests} requests of each kind, ${rounds} rounds`)
  await using own = await environment()
  const { product, database } = own
  const { applicationId, token } = await product.newApplication()
  await fillAudience(database, applicationId, contacts)
  const kinds = kindsOf(contacts)
  await assertFound(email => product.call(token, 'GET', everything(email)), personNo(1).email)
  const results: Result[] = []
  for (const [name, path, how, barMs = BAR_MS] of kinds) {
    const ask = (no: number) => product.call(token, 'GET', path(no))
    await ask(0)
    const figures: number[] = []
    for (let round = 0; round < rounds; round++) figures.push(await p95(ask, requests, round))
    results.push({
      ...inTime(median(figures), barMs, figures),
      name,
      limitName: 'the bar, at p95',
      costs: 'the API and PostgreSQL',
      how: `${contacts} contacts. ${how} One request after the other.`,
    })
  }
  return results
}

type Kind = [name: string, path: (no: number) => string, how: string, barMs?: number]

function kindsOf(contacts: number): Kind[] {
  const pages = Math.ceil(contacts / PER_PAGE)
  const someone = (no: number) => personNo(1 + ((no * 7919) % contacts))
  return [
    ['page of contacts', no => list(pageQuery(no, pages)), 'Pages from the first to the last, in all ten orders.'],
    [
      'overview of the dashboard',
      () => '/api/dashboard/overview',
      'What each channel reaches and who came lately, for the dashboard.',
    ],
    [
      'search by three letters',
      no => list(`search=${LETTERS[no % LETTERS.length]}`),
      'Parts of names, most of them of many contacts.',
    ],
    ['search by an email', no => list(`search=${someone(no).email}`), 'Whole addresses.'],
    ['search by a rare word', no => list(`search=${someone(no).company}`), 'A word of 150 contacts at most.'],
    [
      'search over everything by three letters',
      no => everything(LETTERS[no % LETTERS.length] ?? ''),
      'Five of each kind, while one types.',
      TYPING_BAR_MS,
    ],
    ['search over everything by an email', no => everything(someone(no).email), 'Whole addresses.', TYPING_BAR_MS],
    [
      'search over everything by half an email',
      no => everything(someone(no).email.slice(0, 12)),
      'The beginning of an address that one types.',
      TYPING_BAR_MS,
    ],
    [
      'search over everything by two words',
      no => everything(`${LETTERS[no % LETTERS.length]} ${someone(no).company.slice(0, 4)}`),
      'Parts of two words, which few contacts or none have both.',
      TYPING_BAR_MS,
    ],
  ]
}

const list = (query: string): string => `/api/audience?per_page=${PER_PAGE}&${query}`
const everything = (text: string): string => `/api/search?q=${encodeURIComponent(text)}`

/** A search that gives up answers in time as well. */
async function assertFound(search: (email: string) => Promise<unknown>, email: string): Promise<void> {
  const { contacts } = (await search(email)) as { contacts: { email: string }[] }
  if (contacts[0]?.email !== email) throw new Error(`The search over everything does not find ${email}.`)
}

function pageQuery(no: number, pages: number): string {
  const sort = CONTACT_SORTS[no % CONTACT_SORTS.length]
  const sign = no % 2 === 0 ? '' : '-'
  return `sort=${sign}${sort}&page=${1 + ((no * 7919) % pages)}`
}

/** Milliseconds within which 95 of 100 requests are answered. */
async function p95(ask: (no: number) => Promise<unknown>, requests: number, round: number): Promise<number> {
  const took: number[] = []
  for (let no = 0; no < requests; no++) {
    took.push(1000 * (await seconds(() => ask(round * requests + no))))
  }
  return percentile(took, 0.95)
}
