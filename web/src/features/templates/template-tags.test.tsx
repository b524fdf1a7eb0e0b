// Templates of every type of ours share one list: its tags, its filter, and the dialog that changes them.
import type { TemplateRow } from '@notifly/contracts/templates/templates'
import { afterEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { type ApiStub, APPLICATION, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'

const row = (n: number, type: string): TemplateRow =>
  ({
    uuid: `0198c0de-0000-7000-8000-00000000000${n}`,
    type,
    name: `Lamp ${n}`,
    excerpt: 'The lamp is back.',
    version: 1,
    updated_on: 1_700_000_000,
    updated_by: 'Asha Raman',
    tags: n === 1 ? ['lamps'] : [],
  }) as TemplateRow

let api: ApiStub | undefined
let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  api?.restore()
  session.set(undefined)
})

test.each(['Email', 'SMS', 'Webpush', 'Mobilepush'])(
  'templates of %s are found by tags, and get others',
  async type => {
    await browser.viewport(1280, 900)
    const stub = stubApi({
      'GET /api/installation': () =>
        ok({ name: 'Notifly', version: '1.0.0', sandbox_url: null, sandbox_smtp: null, sandbox_warning: false }),
      'GET /authP/organization': () => page([]),
      [`GET /api/update-notification-vertical/${APPLICATION}`]: () => ok(user()),
      'GET /api/maker-checker/pending': () => ok([]),
      'GET /api/tags': () => ok([{ tag: 'lamps', count: 1 }]),
      'POST /api/template/tags': () => ok({ changed: 1 }),
      'GET /api/template': ({ query }) => {
        const ofType = query.get('type') ?? ''
        return page(query.get('tag') === 'lamps' ? [row(1, ofType)] : [row(1, ofType), row(2, ofType)])
      },
    })
    api = stub
    const app = await renderApp(`/applications/${APPLICATION}/template?type=${type}`, user())
    stop = app.stop
    await expect.element(browser.getByRole('link', { name: 'Lamp 2' })).toBeVisible()
    await browser.getByRole('button', { name: /^Tag/ }).click()
    await pick(browser.getByRole('menuitemcheckbox', { name: /lamps/ }))
    await expect.element(browser.getByRole('link', { name: 'Lamp 2' })).not.toBeInTheDocument()
    expect(stub.asked.findLast(({ path }) => path === '/api/template')?.query.get('type')).toBe(type)
    await expect.element(browser.getByRole('cell', { name: 'lamps' })).toBeVisible()
    await browser.getByRole('button', { name: 'Actions: Lamp 1' }).click()
    await pick(browser.getByRole('menuitem', { name: 'Tags' }))
    await browser.getByRole('textbox', { name: 'Add tag' }).fill('VIP')
    await browser.getByRole('button', { name: 'Save' }).click()
    await expect.element(browser.getByRole('dialog')).not.toBeInTheDocument()
    const asked = stub.asked.find(({ path }) => path === '/api/template/tags')
    expect(asked?.body).toEqual({ uuids: [row(1, type).uuid], add: ['vip'], remove: [] })
  },
)
