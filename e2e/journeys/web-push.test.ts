/**
 * Web push from a visitor's first page to a click on the dashboard, in real browsers: they subscribe at emulators of their own push
 * services, decrypt what comes, and show it on a desktop that says what was clicked.
 */
import { createHmac } from 'node:crypto'
import { readAlerts } from '@notifly/contracts/alerts/alerts'
import { decideApproval } from '@notifly/contracts/approvals/approvals'
import type { HeldAnswer } from '@notifly/contracts/approvals/holding'
import { listContacts } from '@notifly/contracts/contacts/audience'
import { listContactDevices } from '@notifly/contracts/devices/contact-devices'
import { createTemplate } from '@notifly/contracts/templates/templates'
import {
  createSite,
  deleteSite,
  readInstallation,
  readSite,
  revealIdentityKey,
} from '@notifly/contracts/web-push/web-push'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open } from '../browser/journey.ts'
import { newMember, newOwner, type Owner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import type { Installation } from '@notifly/server/testing/installation'
import { startProduct } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'
import { type Autopush, startAutopush } from '../push/autopush.ts'
import { countsOf, pushToAll, recipientOf, trailOf } from '../push/campaign.ts'
import { startChromium } from '../push/chromium.ts'
import { pressButton, signInAt } from '../push/colleague.ts'
import { type DemoSite, GONE, startDemoSite } from '../push/demo-site.ts'
import { hasFirefox, startFirefox } from '../push/firefox.ts'
import { type PushEndpoint, startGcm } from '../push/gcm.ts'
import {
  buttonOf,
  endpointOf,
  notification,
  opened,
  pictureOf,
  press,
  promptText,
  type Visitor,
} from '../push/visitor.ts'

const PROMPTS = {
  active: 'slide_prompt',
  subscription_bell: { auto_prompt: true, hide_user_if_subscribed: false },
  slide_prompt: { accept: { message: 'Yes, please' }, reject: { message: 'Not now' } },
  custom_link: { subscribe_text: 'Tell me', allow_unsubscribe: true, unsubscribe_text: 'Leave me alone' },
} as const

let product: Installation
let gcm: PushEndpoint
let autopush: Autopush
let site: DemoSite

beforeAll(async () => {
  ;[gcm, autopush, site] = await Promise.all([startGcm(), startAutopush(), startDemoSite()])
  // A product of its own: it has to know these push services.
  product = await startProduct({ NOTIFLY_PUSH_ORIGINS: [gcm.origin, autopush.origin].join(',') })
}, 90_000)

afterAll(async () => {
  await Promise.all([product, gcm, autopush, site].map(each => each.stop()))
  if (product.errors.length > 0) throw new Error(product.errors.join('\n'))
})

/** An owner with a site that has all prompts. */
async function ownerWithSite(changes: object = {}): Promise<Owner> {
  const owner = await newOwner(product)
  await setUp(owner, changes)
  return owner
}

async function setUp({ api, token }: Owner, changes: object = {}): Promise<void> {
  const body = {
    site_name: 'Lumen',
    site_url: site.url,
    icon_url: `${site.url}/icon.png`,
    webPushPromptPreferences: PROMPTS,
    ...changes,
  }
  await api(createSite, { token, body: body as never })
  const { snippet, worker } = await api(readInstallation, { token })
  site.install({ snippet, worker: worker.content })
}

const subscribers = async ({ api, token }: Owner) => (await api(readSite, { token }))?.subscribers
/** The site knows its visitor, and says so with the proof that its own server makes. */
async function signIn(owner: Owner, { page }: Visitor, externalUserId: string): Promise<void> {
  const { api, token } = owner
  await importAudience(
    owner,
    `external_user_id,email,first_name\n${externalUserId},asha@example.com,Asha\n`,
    'Customers',
  )
  const { identity_key: key } = await api(revealIdentityKey, { token })
  const proof = createHmac('sha256', key).update(externalUserId).digest('hex')
  await page.evaluate(
    identity => void (window as unknown as { notifly: unknown[] }).notifly.push(['identify', identity]),
    { externalUserId, proof },
  )
  const [contact] = await api(listContacts, { token, query: { search: 'asha@example.com' } })
  const params = { uuid: contact?.uuid ?? '' }
  await waitFor('the browser of the contact', async () => {
    const devices = await api(listContactDevices, { token, params })
    return devices.length > 0 || undefined
  })
}

const says = (visitor: Visitor, text: string) =>
  waitFor(`“${text}” on the page`, async () => (await promptText(visitor)).includes(text) || undefined)

/** The owner opens the run's page and finds one recipient in each of these lists. */
async function seeOnDashboard(owner: Owner, uuid: string, lists: string[]): Promise<void> {
  const page = await open({ person: owner, at: product })
  await page.goto(`/applications/${owner.slug}/delivery/webpush/${uuid}`)
  for (const list of lists) await page.getByRole('button', { name: new RegExp(`^${list}\\s*1$`) }).waitFor()
}

/** The browsers that are here: the check installs Firefox or says how; without one it fails there. */
const BROWSERS = [
  {
    name: 'Chromium',
    isHere: true,
    start: (origin: string) => startChromium(gcm, origin),
    way: 'the bell',
    join: ['Subscribe to notifications', 'Subscribe'],
  },
  {
    name: 'Firefox',
    isHere: hasFirefox,
    start: () => startFirefox(autopush),
    way: 'the link',
    join: ['Tell me'],
  },
].filter(({ isHere }) => isHere)

test.for(BROWSERS)(
  'a visitor of $name declines, is left alone, joins by $way, waves away, reads, clicks, and leaves',
  { timeout: 150_000 },
  async ({ start, join }) => {
    const owner = await ownerWithSite({ wn_name: 'Welcome', wn_message: 'Good to see you' })
    site.answerLate(product.url, 1500)
    const visitor = await start(site.url)
    try {
      await visitor.page.goto(site.url)
      await says(visitor, 'Lumen would like to send you notifications')
      // The bell would ask by itself too, yet never at the same time.
      expect(await promptText(visitor)).not.toContain('Subscribe to notifications')
      await press(visitor, 'Not now')
      await visitor.page.goto(site.url)
      await says(visitor, 'Tell me')
      expect(await promptText(visitor)).not.toContain('would like to send')
      expect(await endpointOf(visitor)).toBeNull()
      await buttonOf(visitor, 'Subscribe to notifications')

      for (const name of join) await press(visitor, name)
      await says(visitor, 'Leave me alone')
      expect(await subscribers(owner)).toBe(1)
      const welcome = await notification(visitor, 'Welcome')
      expect(welcome.body).toContain('Good to see you')
      visitor.desktop.dismiss(welcome)

      await signIn(owner, visitor, 'crm-12')
      // With no page and no notification of the site left, Chromium minds whether a message is shown.
      await visitor.page.goto('about:blank')
      // It lets a site get away with it once or twice.
      for (const title of ['Last days', 'Last hours', 'Last minutes']) {
        const dismissed = await pushToAll(owner, site.url, title)
        visitor.desktop.dismiss(await notification(visitor, title))
        const { uuid } = await recipientOf(owner, dismissed, ({ current_status }) => current_status === 'dismissed')
        expect(await trailOf(owner, dismissed, uuid)).toContain('dismissed')
        if (title === 'Last minutes') await seeOnDashboard(owner, dismissed, ['Delivered', 'Dismissed'])
      }

      const first = await pushToAll(owner, site.url, 'Sale today')
      const shown = await notification(visitor, 'Sale today')
      expect(shown.body).toContain('All lamps for less')
      expect(Object.keys(shown.actions)).toContain('Look')
      expect(Object.keys(shown.hints).join(' ')).toMatch(/image/)
      await recipientOf(owner, first, ({ current_status }) => current_status === 'delivered')
      visitor.desktop.click(shown, 'Look')
      await opened(visitor, `${site.url}/look`)
      const clicker = await recipientOf(owner, first, ({ clicked }) => clicked)
      // No nameless visitor any more: the contact whose id the site gave.
      expect(clicker.name).toBe('Asha')
      expect(await countsOf(owner, first)).toMatchObject({ delivered: 1, clicked: 1 })
      // Firefox tells of the close after the click as well.
      expect(await trailOf(owner, first, clicker.uuid)).not.toContain('dismissed')
      await seeOnDashboard(owner, first, ['Delivered', 'Clicked'])

      await visitor.page.goto(site.url)
      await press(visitor, 'Leave me alone')
      await says(visitor, 'Tell me')
      expect([await subscribers(owner), await endpointOf(visitor)]).toEqual([0, null])
      await waitFor('the late answers', async () => site.waiting === 0 || undefined)
      // One was clicked and three dismissed before the product had answered: the browser put none of its own in their place.
      expect(visitor.desktop.shown.map(({ title }) => title)).toEqual([])
    } finally {
      await visitor.close()
    }
  },
)

test.for(BROWSERS)(
  'in $name a subscription of another key, and one that its push service has ended, are made anew at the next visit',
  { timeout: 150_000 },
  async ({ start }) => {
    const owner = await ownerWithSite({ icon_url: site.url + GONE })
    const visitor = await start(site.url)
    try {
      await visitor.page.goto(site.url)
      await says(visitor, 'would like to send')
      await waitFor(
        'a bell for the picture that is gone',
        async () => (await pictureOf(visitor)) === 'svg' || undefined,
      )
      await press(visitor, 'Yes, please')
      await says(visitor, 'Leave me alone')
      const before = await endpointOf(visitor)

      await owner.api(deleteSite, { token: owner.token })
      await setUp(owner)
      expect(await subscribers(owner)).toBe(0)
      await visitor.page.goto(site.url)
      await waitFor('the new subscription', async () => ((await subscribers(owner)) === 1 ? true : undefined))
      expect(await endpointOf(visitor)).not.toBe(before)
      const first = await pushToAll(owner, site.url, 'With the new key')
      visitor.desktop.click(await notification(visitor, 'With the new key'))
      await opened(visitor, `${site.url}/sale`)
      await recipientOf(owner, first, ({ clicked }) => clicked)

      visitor.forgetAll()
      const second = await pushToAll(owner, site.url, 'To nobody')
      expect(await recipientOf(owner, second, ({ current_status }) => current_status === 'failed')).toMatchObject({
        reason: 'subscription_gone',
      })
      await waitFor('the end of the device', async () => ((await subscribers(owner)) === 0 ? true : undefined))

      const ended = await endpointOf(visitor)
      await visitor.page.goto(site.url)
      await waitFor('a subscriber again', async () => ((await subscribers(owner)) === 1 ? true : undefined))
      expect(await endpointOf(visitor)).not.toBe(ended)
      await says(visitor, 'Leave me alone')
      const third = await pushToAll(owner, site.url, 'Back again')
      await notification(visitor, 'Back again')
      await recipientOf(owner, third, ({ current_status }) => current_status === 'delivered')
    } finally {
      await visitor.close()
    }
  },
)

test.for(BROWSERS)(
  'a request asks its approver in $name while no page is open, a click opens it, and nothing comes after signing out',
  { timeout: 60_000 },
  async ({ start }) => {
    const owner = await newOwner(product)
    const [maker, approver] = [
      await newMember(product, owner),
      await newMember(product, owner, 'validator', 'Vera Lind'),
    ]
    const browsers = async () => (await owner.api(readAlerts, { token: approver.token })).browsers
    const has = (count: number) =>
      waitFor(`${count} browsers`, async () => (await browsers()).length === count || undefined)
    const ask = async (name: string) => {
      const body = { type: 'Email', name, subject: name, html: '<p>Hello</p>' } as const
      const held: unknown = await owner.api(createTemplate, { token: maker.token, body })
      return (held as HeldAnswer).approval_uuid
    }
    const visitor = await start(product.url)
    try {
      await signInAt(product.url, visitor, approver)
      await visitor.page.goto(`${product.url}/settings`)
      await pressButton(visitor, 'Get notifications')
      await has(1)

      await visitor.page.goto('about:blank')
      const uuid = await ask('Spring offer')
      const asked = await notification(visitor, 'Meera Joshi requests your approval')
      expect(asked.body).toContain('“Spring offer” in Lumen Store')
      visitor.desktop.click(asked)
      await opened(visitor, `/applications/${owner.slug}/settings/approvals#request-${uuid}`)

      const second = await ask('Summer offer')
      await notification(visitor, 'Meera Joshi requests your approval')
      await owner.api(decideApproval, { token: owner.token, params: { uuid: second }, body: { decision: 'approve' } })
      await notification(visitor, 'Request decided')
      expect(visitor.desktop.shown.map(({ title }) => title)).toEqual(['Request decided'])

      await visitor.page.goto(`${product.url}/logout`)
      await has(0)
      await waitFor('the end of the subscription', async () => (await endpointOf(visitor)) === null || undefined)
    } finally {
      await visitor.close()
    }
  },
)

test.runIf(hasFirefox)('Firefox could decrypt all that came', () => {
  expect(new Set(autopush.codes)).toEqual(new Set([100]))
})
