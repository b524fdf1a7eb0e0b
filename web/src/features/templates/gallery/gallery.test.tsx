import { LOCALES } from '@notifly/contracts/accounts/accounts'
import { type Brand, DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import mjml2html from 'mjml-browser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { session } from '../../../api/session.ts'
import { contrast } from '../../../components/brand/contrast.ts'
import { changeLanguage, i18n, startI18n } from '../../../locales/i18n.ts'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import type { BlockWords } from '../visual/model/new-blocks.ts'
import { lockedTags } from '../visual/model/locked.ts'
import { parseMjml } from '../visual/mjml/parse.ts'
import { print } from '../visual/mjml/tree.ts'
// Loaded with the file, so that no test waits for it.
import './DesignGallery.tsx'
import { DESIGN_IDS, type DesignId } from './design-ids.ts'
import { DESIGNS, designContent } from './designs.ts'
import { paletteOf } from './palette.ts'

const NEW = `/applications/${APPLICATION}/template/new`
const TEMPLATE = '0198c0de-0000-7000-8000-0000000000bb'
const CAMPAIGN = '0198c0de-0000-7000-8000-0000000000cc'
const BRAND: Brand = {
  ...DEFAULT_BRAND,
  name: 'Harbor',
  company: 'Harbor & Sons',
  address: '12 Quay St\nHarbor Town',
  social: [{ network: 'instagram', url: 'https://instagram.com/harbor' }],
  logo: { uuid: TEMPLATE, address: 'https://files.example/logo.png', alt: 'Harbor', width: 300, height: 80 },
  updated_on: 1,
}
const LARGEST_BYTES = 60_000

const made = (id: DesignId, brand: Brand | undefined = BRAND) =>
  designContent(id, {
    brand,
    word: (key: BlockWords) => i18n.t(`visual:words.${key}`, { skipInterpolation: true }),
    language: i18n.language,
    t: i18n.getFixedT(i18n.language, 'gallery'),
  })

describe('designs', () => {
  test.each(LOCALES)('are whole mails of blocks in %s', async locale => {
    await (i18n.isInitialized ? changeLanguage(locale) : startI18n(locale))
    await i18n.loadNamespaces(['gallery', 'visual'])
    const seen = new Set<string>()
    for (const id of DESIGN_IDS) {
      const { mjml, subject, preheader } = made(id)
      const { root, fault } = parseMjml(mjml)
      expect([fault, root && print(root)], `the mail ${id}`).toEqual([undefined, mjml])
      expect(lockedTags(mjml), `the mail ${id}`).toEqual([])
      const { html, errors } = await mjml2html(mjml, { validationLevel: 'soft', keepComments: true, fonts: {} })
      expect(errors, `the mail ${id}`).toEqual([])
      expect(new Blob([html]).size, `the mail ${id}`).toBeLessThan(LARGEST_BYTES)
      const mail = new DOMParser().parseFromString(html, 'text/html')
      const hrefs = [...mail.querySelectorAll('a')].map(link => link.getAttribute('href'))
      expect(hrefs, `the mail ${id}`).toEqual(
        expect.arrayContaining(['{{ view_in_browser_url }}', '{{ unsubscribe_url }}', '{{ preferences_url }}']),
      )
      // A picture that nobody chose yet says nothing, and is not shown as broken.
      for (const image of mail.images) {
        expect(
          [image.hasAttribute('alt'), image.getAttribute('src') === '' || image.alt !== ''],
          `the mail ${id}`,
        ).toEqual([true, true])
      }
      expect(mail.querySelector('meta[name="color-scheme"]')?.getAttribute('content'), `the mail ${id}`).toBe(
        'light dark',
      )
      expect(html, `the mail ${id}`).toContain('12 Quay St')
      expect(mail.body.textContent, `the mail ${id}`).not.toMatch(/designs\.|shared\.|words\./)
      expect(
        [subject, preheader].every(each => each.length > 5 && each.length <= 60),
        `${id}: ${subject}`,
      ).toBe(true)
      seen.add(subject)
    }
    expect(seen.size).toBe(12)
  })

  test('need no other fields than they say', async () => {
    await (i18n.isInitialized ? changeLanguage('en') : startI18n('en'))
    await i18n.loadNamespaces(['gallery', 'visual'])
    for (const id of DESIGN_IDS) {
      const { mjml, subject } = made(id)
      const fields = [...(mjml + subject).matchAll(/\{\{ (\w+)|for item in (\w+)/g)].map(
        ([, one, list]) => one ?? list ?? '',
      )
      const given = new Set(['view_in_browser_url', 'unsubscribe_url', 'preferences_url', 'first_name', 'item'])
      expect([...new Set(fields)].filter(field => !given.has(field)).sort(), `the mail ${id}`).toEqual(
        [...(DESIGNS[id].needs ?? [])].sort(),
      )
    }
  })

  test.each([
    ['yellow', '#ffc400', '#14213d'],
    ['nearly black', '#101820', '#f6f1e7'],
    ['white', '#ffffff', '#ffffff'],
  ])('can be read with a brand that is %s', (_, primary, background) => {
    const colors = { ...DEFAULT_BRAND.colors, primary, background, link: primary }
    const { onPrimary, accent, tint, link, markInk, dark } = paletteOf({ ...BRAND, colors })
    const pairs = [
      [onPrimary, primary],
      [accent, tint],
      [link, '#ffffff'],
      [markInk, background],
      [dark.accent, dark.tint],
      [dark.link, dark.card],
      [dark.text, dark.tint],
      [dark.quiet, dark.page],
    ] as const
    for (const [ink, ground] of pairs) expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the chooser', () => {
  let api: ApiStub
  let stop: (() => void) | undefined

  const open = async (address: string) => {
    const app = await renderApp(address, user())
    stop = app.stop
    return app
  }

  beforeEach(async () => {
    await browser.viewport(1440, 900)
    api = stubApi({
      'GET /api/installation': () =>
        ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
      'GET /api/dashboard/application': () => ok([]),
      'GET /authP/organization': () => page([]),
      [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
      'GET /api/brand': () => ok({ ...BRAND, logo: null }),
      'GET /api/audience/merge-fields': () => ok([]),
      'GET /api/audience': () => page([]),
      'GET /api/template': () => page([{ uuid: TEMPLATE, type: 'Email', name: 'Restock', subject: 'Back' }]),
      [`GET /api/template/${TEMPLATE}`]: () =>
        ok({
          uuid: TEMPLATE,
          type: 'Email',
          name: 'Restock',
          subject: 'Back in stock',
          html: '<p>Copied words</p>',
          tags: ['shop'],
          version: 1,
          updated_on: 1,
          updated_by: null,
          problems: [],
        }),
      'GET /api/notifications/schedule/email': ({ query }) =>
        query.has('uuid')
          ? ok({ uuid: CAMPAIGN, campaignName: 'Autumn', template_uuid: TEMPLATE })
          : page([{ uuid: CAMPAIGN, campaignName: 'Autumn' }]),
      'POST /api/template/preview': () =>
        ok({
          subject: '',
          preheader: '',
          html: '',
          text: '',
          text_source: '',
          problems: [],
          size_bytes: 1,
          contact: null,
        }),
    })
  })

  afterEach(() => {
    stop?.()
    api.restore()
    session.set(undefined)
    localStorage.clear()
  })

  test('finds designs by category and words, and opens one in blocks by keyboard', async () => {
    const { screen, address } = await open(NEW)
    await expect.poll(() => screen.getByRole('main').getByRole('listitem').elements().length).toBe(15)
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('radio', { name: 'Transactional' }).click()
    await expect.poll(() => screen.getByRole('main').getByRole('listitem').elements().length).toBe(2)
    await screen.getByRole('searchbox').fill('order_url')
    const card = screen.getByRole('button', { name: /^Receipt/ })
    await expect
      .poll(() => card.query()?.textContent ?? '')
      .toContain('Needs: order_number, order_date, items, total, order_url')
    await expect.poll(() => screen.getByRole('main').getByRole('listitem').elements().length).toBe(1)
    ;(card.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('treeitem', { name: /Thanks for your order/ })).toBeVisible()
    expect(address()).toContain('start=receipt')
  })

  test.each([NEW, `${NEW}?start=newsletter`])(
    'designs are there without a brand where it cannot be read: %s',
    async path => {
      api.on('GET /api/brand', () => failed('unavailable'))
      const { screen } = await open(path)
      if (path === NEW) await screen.getByRole('button', { name: /^Newsletter/ }).click()
      await expect.element(screen.getByRole('treeitem', { name: /What we’d tell a friend/ })).toBeVisible()
    },
  )

  test('copies a template, or what a campaign sent', async () => {
    const { screen } = await open(NEW)
    await screen.getByRole('combobox', { name: 'Copy a past campaign' }).click()
    await screen.getByRole('option', { name: 'Autumn' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Template name' })).toHaveValue('Autumn copy')
    await expect
      .poll(() => screen.getByRole('textbox', { name: 'Subject' }).element().textContent)
      .toBe('Back in stock')
    api.on('POST /api/template', () => ok({ template_uuid: TEMPLATE, version: 1, updated_on: 1, problems: [] }))
    await screen.getByRole('button', { name: 'Save v1' }).click()
    await expect
      .poll(() => api.asked.find(({ path, method }) => method === 'POST' && path === '/api/template')?.body)
      .toMatchObject({ name: 'Autumn copy', html: '<p>Copied words</p>', tags: ['shop'] })
  })

  test('says that what is to be copied is gone, and leads back to the designs', async () => {
    api.on(`GET /api/template/${TEMPLATE}`, () => failed('notFound'))
    const { screen } = await open(`${NEW}?template=${TEMPLATE}`)
    await expect.element(screen.getByText(/^Couldn’t copy it\. It may have been deleted\.$/)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Choose another' }).click()
    await expect.element(screen.getByRole('button', { name: /^Receipt/ })).toBeVisible()
  })
})
