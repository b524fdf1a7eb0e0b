/** Names that people chose to break the pages of others, on every page that shows one, and on all that opens above it. */
import { listContacts } from '@notifly/contracts/contacts/audience'
import { signUp } from '@notifly/contracts/accounts/accounts'
import { createTopic } from '@notifly/contracts/topics/topics'
import { createSite, readInstallation } from '@notifly/contracts/web-push/web-push'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  complaintsAboutNames,
  complaintsAboutPrompts,
  complaintsAboutSurfaces,
  filled,
  NAMES,
  PROMPTS,
  SITE_NAME,
  TOPIC,
} from '../browser/hostile-names.ts'
import { open, product } from '../browser/journey.ts'
import { openAll } from '../browser/openers.ts'
import { checkPages } from '../browser/page-check.ts'
import { complaintAtWidth, languageComplaints, moveTo, waitUntilLoaded } from '../browser/page-facts.ts'
import { PAGES } from '../browser/pages.ts'
import { apiAt } from '../product/api.ts'
import { type Lumen, lumen } from '../product/lumen.ts'
import { invite, newEmail, OPERATORS, PASSWORD, tokenIn } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { startDemoSite } from '../push/demo-site.ts'
import { wordsIn } from '../words.ts'

/** As narrow as phones are. */
const PHONE = 360
const WIDTHS = [1440, PHONE]
const ALL_MS = 480_000
/** Their panels open what those of the email dashboard do. */
const SAME_PANELS = /^(SMS|WhatsApp|web push|mobile push) dashboard$/
const words = wordsIn('en')
/** Of the walk through all pages, which is that of the language with the longest words, too. */
const WALKED = 'fr'
const sandbox = sandboxAt(product.sandboxUrl)
const site = await startDemoSite()
afterAll(() => site.stop())

let seeded: Lumen
beforeAll(async () => {
  seeded = await lumen(product, OPERATORS.hostileNames, NAMES)
  const { api, token } = seeded.owner
  await api(createTopic, { token, body: TOPIC })
  const body = { site_name: SITE_NAME, site_url: site.url, icon_url: 'https://lumen.example/icon.png' }
  await api(createSite, { token, body: { ...body, webPushPromptPreferences: PROMPTS } as never })
  const { snippet, worker } = await api(readInstallation, { token })
  site.install({ snippet, worker: worker.content })
})

test(
  'names without a blank, from right to left, with towers of accents and with HTML stay in their places on every page, as do long words',
  { timeout: ALL_MS },
  async () => {
    // What has the same name on several pages is the same dialog, but for menus, which open again.
    const known = new Set<string>()
    const problems = await checkPages(
      seeded,
      PAGES,
      // A name of a hundred letters takes more lines than the bar that stands for it. That each page opens by its address, the walk
      // of all pages sees.
      { visitor: 'owner', locale: WALKED, width: PHONE, isReadOnly: true, mayShift: true },
      async (page, { name, fillsWindow }) => {
        const found = new Set(await languageComplaints(page, WALKED))
        for (const width of WIDTHS) {
          const complaints = [
            ...(await complaintAtWidth(page, width, fillsWindow)),
            ...(await complaintsAboutNames(page)),
          ]
          for (const complaint of complaints) found.add(`${width}: ${complaint}`)
        }
        // What editors and wizards open shows little that others have named; what fits into a phone fits elsewhere.
        if (fillsWindow || SAME_PANELS.test(name)) return [...found]
        const { pathname, search } = new URL(page.url())
        const back = async () => {
          await moveTo(page, '/nowhere')
          await moveTo(page, pathname + search)
          await waitUntilLoaded(page, wordsIn(WALKED))
        }
        const look = async () => {
          for (const complaint of await complaintsAbove(page)) found.add(`above it: ${complaint}`)
        }
        const onLostFocus = (opener: string) => found.add(`the focus is lost after “${opener}”`)
        await openAll(page, { back, look, onLostFocus, known })
        return [...found]
      },
    )
    expect(problems).toEqual([])
  },
)

test.for(WIDTHS)('toasts keep a name in its place at a width of %i', async width => {
  const page = await open({ person: seeded.owner, width })
  await page.goto(`/applications/${seeded.owner.slug}/notification/campaign/${seeded.recurring}`)
  const act = (name: string) => page.getByRole('button', { name: words(`acts:all.${name}`) })
  await act('pause').or(act('resume')).click()
  await page.getByRole('dialog').getByText(NAMES.campaigns[2]).waitFor()
  expect(await complaintsAbove(page)).toEqual([])
})

test.for(WIDTHS)('recipients’ own pages keep names in their places at a width of %i', async width => {
  const { api, token } = seeded.owner
  const contacts = await api(listContacts, { token, query: {} })
  const { headers } = await sandbox.mailTo(contacts[WIDTHS.indexOf(width)]?.email ?? '')
  const [link = ''] = /(?<=<)https?:[^>]+/.exec(headers['list-unsubscribe'] ?? '') ?? []
  const page = await open({ width })
  const stays = async () => expect(await complaintsOn(page, width)).toEqual([])
  await page.goto(link)
  await page.getByText(TOPIC.description).waitFor()
  await stays()
  await page.locator('button[value="unsubscribe"]').click()
  await page.getByRole('status').waitFor()
  await stays()
  await page.goto(`${link}?lang=en&ask=resubscribe`)
  await page.locator('button[value="resubscribe"]').waitFor()
  await stays()
})

test.for(WIDTHS)(
  'invitations and verifications keep names and addresses in their places at a width of %i',
  async width => {
    // As long as an address may be.
    const email = () => `${filled('w', 40)}${newEmail().replace('@', `@${filled('w', 63)}.${filled('w', 63)}.`)}`
    const invited = await invite(product, seeded.owner, email())
    // Signing in before the address is confirmed is refused, then confirmed, then done.
    const visitor = await open({ width, refusals: [400] })
    await visitor.goto(`/auth/invite/${invited.link}`)
    await waitUntilLoaded(visitor, words)
    expect(await complaintsOn(visitor, width)).toEqual([])
    const somebodyElse = await open({ width, person: seeded.owner, refusals: [403] })
    await somebodyElse.goto(`/auth/invite/${invited.link}`)
    await somebodyElse.getByText(words('invitation:mismatch.change')).waitFor()
    expect(await complaintsOn(somebodyElse, width)).toEqual([])

    const address = email()
    const person = { name: NAMES.owner, email: address, password: PASSWORD, locale: 'en' } as const
    await apiAt(product.url)(signUp, { body: person })
    await visitor.goto(`/auth/verify?token=${tokenIn(await sandbox.mailTo(address))}`)
    await waitUntilLoaded(visitor, words)
    expect(await complaintsOn(visitor, width)).toEqual([])
    await visitor.getByLabel(words('accounts:email')).fill(address)
    await visitor.getByLabel(words('accounts:password'), { exact: true }).fill(PASSWORD)
    await visitor.getByRole('button', { name: words('accounts:verify.action') }).click()
    await visitor.waitForURL(url => !url.pathname.startsWith('/auth'))
    await waitUntilLoaded(visitor, words)
    expect([...(await complaintsOn(visitor, width)), ...(await complaintsAbove(visitor))]).toEqual([])
  },
)

test.for(WIDTHS)('prompts on a customer’s site keep their words to themselves at a width of %i', async width => {
  const page = await open({ width, canBeNotified: true })
  await page.context().grantPermissions(['notifications'], { origin: site.url })
  await page.goto(site.url)
  const slide = page.locator('.notifly-slide .slide')
  await slide.waitFor()
  expect(await complaintsAboutPrompts(page)).toEqual([])
  await slide.getByRole('button', { name: PROMPTS.slide_prompt.reject.message }).click()
  await slide.waitFor({ state: 'detached' })
  await page.locator('.notifly-bell #bell').click()
  await page.locator('.notifly-bell .panel').waitFor()
  expect([...(await complaintsAboutPrompts(page)), ...(await complaintAtWidth(page, width))]).toEqual([])
})

async function complaintsOn(page: Page, width: number): Promise<string[]> {
  return [...(await complaintAtWidth(page, width)), ...(await complaintsAboutNames(page))]
}

async function complaintsAbove(page: Page): Promise<string[]> {
  return [...(await complaintsAboutSurfaces(page)), ...(await complaintsAboutNames(page))]
}
