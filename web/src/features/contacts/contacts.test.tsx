import { PAGING_HEADERS } from '@notifly/contracts/answer'
import { type Contact, listContacts, type Segment } from '@notifly/contracts/contacts/audience'
import type { BulkAction } from '@notifly/contracts/contacts/bulk'
import type { TimelineEntry } from '@notifly/contracts/contacts/contacts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { setFlags } from '../../api/signals.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const BASE = `/applications/${APPLICATION}/audience/contacts`
const SEGMENT = '0198c0de-0000-7000-8000-00000000000b'
const RUN = '0198c0de-0000-7000-8000-00000000000d'

const contact: Contact = {
  uuid: '0198c0de-0000-7000-8000-00000000000c',
  external_user_id: 'crm-12',
  email: 'carla@correo.example',
  phone_number: null,
  country: 'PT',
  lang: null,
  latitude: null,
  longitude: null,
  platform_type: null,
  device_details: null,
  timezone: null,
  timezone_offset: 19_800,
  is_test: true,
  created_on: null,
  updated_on: null,
  added_on: 1_795_000_000,
  last_activity_on: '2026-11-18',
  merge_fields: { first_name: 'Carla', last_name: 'Nunes', plan: 'gold' },
  segments: [{ uuid: SEGMENT, name: 'Loyalty gold' }],
  channels: {
    email: { address: 'carla@correo.example', status: 'unsubscribed', since: 1_795_000_000, source: 'link' },
  },
}

const run = {
  run_uuid: RUN,
  campaign_uuid: RUN,
  name: 'Autumn restock',
  channel: 'email',
  delivery_uuid: `${RUN}.1`,
} as const
const timeline: TimelineEntry[] = [
  {
    uuid: '2',
    kind: 'opened',
    at: 1_795_100_000,
    source: 'recipient',
    run,
    values: { browser: 'Firefox' },
    text: '',
    text_sentence: { key: 'deliveries.trail.opened' },
    bot: false,
  },
  {
    uuid: '1',
    kind: 'sent',
    at: 1_795_090_000,
    source: 'us',
    run,
    values: { attempt: 1 },
    text: '',
    text_sentence: { key: 'deliveries.trail.sent' },
    bot: false,
  },
  {
    uuid: '0',
    kind: 'added',
    at: 1_795_000_000,
    source: 'us',
    run: null,
    values: {},
    text: '',
    text_sentence: { key: 'deliveries.trail.waiting' },
    bot: false,
  },
]

const ONE = `/api/audience/${contact.uuid}`
let api: ApiStub
let stop: (() => void) | undefined

async function open(address: string, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

beforeEach(() => {
  localStorage.clear()
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/audience/segment': () => page([]),
    'GET /api/audience/merge-fields': () =>
      ok([{ name: 'plan', type: 'text', filled: 1, sample: 'gold', built_in: false }]),
    'GET /api/audience': () => page([contact], 61_874),
    'GET /api/audience/bulk': () => ok([]),
    [`GET ${ONE}`]: () => ok(contact),
    [`GET ${ONE}/timeline`]: () => {
      const answer = page(timeline)
      answer.headers.set(PAGING_HEADERS.reachesTo, String(Date.UTC(2026, 9, 20, 6, 30) / 1000))
      return answer
    },
    [`GET ${ONE}/events`]: () => page([]),
    [`GET ${ONE}/consent`]: () => ok({ channels: [], topics: [], history: [] }),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  localStorage.clear()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

const body = (method: string) => api.asked.find(call => call.method === method)?.body
const lastBody = (method: string) => api.asked.findLast(call => call.method === method)?.body

const segment: Segment = {
  uuid: SEGMENT,
  name: 'Loyalty gold',
  kind: 'static',
  count: 12,
  created_on: 1_795_000_000,
  updated_on: 1_795_000_000,
}
const RUNNING: BulkAction = {
  uuid: '0198c0de-0000-7000-8000-0000000000b1',
  action: 'add',
  state: 'running',
  total: 61_874,
  done: 20_000,
  changed: 20_000,
  segment: { uuid: SEGMENT, name: 'Loyalty gold' },
  channels: [],
  created_on: 1_795_000_000,
  ended_on: null,
}

describe('the list of contacts', () => {
  test('is searched, narrowed, sorted and paged by its address', async () => {
    const { screen, address } = await open(`${BASE}?reach=unsubscribed&sort=name&page=2&per_page=25`)
    await expect.element(screen.getByRole('checkbox', { name: 'Select row: Carla Nunes' })).toBeVisible()
    const asked = api.asked.find(call => call.path === listContacts.path && call.query.has('sort'))
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      reachability: 'unsubscribed',
      sort: 'name',
      page: '2',
      per_page: '25',
    })
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('searchbox', { name: 'Find a contact' }).fill('gold')
    await until(() => expect(address()).toContain('search=gold'))
    expect(address()).not.toMatch(/[?&]page=/)
  })

  test('shows the columns that the reader chooses, which stay in the address and for the next visit', async () => {
    const { screen, address } = await open(BASE)
    await screen.getByRole('button', { name: 'Columns' }).click()
    await screen.getByRole('checkbox', { name: 'plan' }).click()
    await screen.getByRole('checkbox', { name: 'External ID' }).click()
    await expect.element(screen.getByRole('columnheader', { name: 'plan' })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'gold', exact: true })).toBeVisible()
    await until(() => expect(address()).toContain('columns='))
    expect(localStorage.getItem(`notifly.contact-columns.${APPLICATION}`)).toContain('f.plan')
  })

  test('begins with the columns of the last visit, unless the address says others', async () => {
    localStorage.setItem(`notifly.contact-columns.${APPLICATION}`, 'f.plan,country,gone')
    const { screen } = await open(BASE)
    await expect.element(screen.getByRole('columnheader', { name: 'plan' })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'Portugal' })).toBeVisible()
    await expect.element(screen.getByRole('columnheader', { name: 'External ID' })).not.toBeInTheDocument()
  })

  test('ticked ones go into a segment or are deleted; the number is named before', async () => {
    const done: BulkAction = { ...RUNNING, state: 'done', done: 1, changed: 1, ended_on: 1_795_000_001 }
    api.on('GET /api/audience/segment', () => page([segment]))
    api.on('POST /api/audience/delete', () => ok({ ...done, action: 'delete', segment: null }))
    api.on('POST /api/audience/segment/add', () => ok(done))
    const { screen } = await open(BASE)
    const tick = screen.getByRole('checkbox', { name: 'Select row: Carla Nunes' })
    await tick.click()
    await screen.getByRole('button', { name: 'Add to segment' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Add 1 contact to a segment' })
    await dialog.getByRole('combobox').fill('gold')
    await pick(screen.getByRole('option', { name: /Loyalty gold/ }))
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await until(() => expect(body('POST')).toEqual({ contact_uuids: [contact.uuid], segment_uuid: SEGMENT }))
    await expect.element(screen.getByText('1 contact added to Loyalty gold')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Columns' })).toBeVisible()
    await tick.click()
    await screen.getByRole('button', { name: 'More actions' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Delete' }))
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete 1 contact' }).click()
    await until(() => expect(lastBody('POST')).toEqual({ contact_uuids: [contact.uuid] }))
  })

  test('all that match are chosen at once; how far it is stays in sight until it ends', async () => {
    api.on('POST /api/audience/unsubscribe', () => ok({ ...RUNNING, action: 'unsubscribe', segment: null }))
    const { screen } = await open(`${BASE}?reach=reachable&search=gold`)
    await screen.getByRole('checkbox', { name: 'Select all rows' }).click()
    await screen.getByRole('button', { name: 'Select all 61,874' }).click()
    await expect.element(screen.getByRole('toolbar', { name: '61,874 selected' })).toBeVisible()
    await screen.getByRole('button', { name: 'More actions' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Unsubscribe' }))
    const dialog = screen.getByRole('dialog', { name: 'Unsubscribe 61,874 contacts' })
    await dialog.getByRole('checkbox', { name: 'SMS' }).click()
    await dialog.getByRole('textbox').fill('moved away')
    expect(await axeFindings()).toEqual([])
    api.on('GET /api/audience/bulk', () => ok([{ ...RUNNING, action: 'unsubscribe', segment: null }]))
    await dialog.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    await until(() =>
      expect(body('POST')).toEqual({
        filter: { search: 'gold', reachability: 'reachable' },
        channels: ['email', 'sms'],
        reason: 'moved away',
      }),
    )
    await expect.element(screen.getByText('20,000 of 61,874')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    const stopped = { ...RUNNING, state: 'stopped', action: 'unsubscribe', segment: null }
    api.on(`POST /api/audience/bulk/${RUNNING.uuid}/stop`, () => {
      api.on('GET /api/audience/bulk', () => ok([stopped]))
      return ok(stopped)
    })
    await screen.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.element(screen.getByText('20,000 contacts are already done and won’t be reverted.')).toBeVisible()
    await screen.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.element(screen.getByText('20,000 of 61,874')).not.toBeInTheDocument()
  })

  test('takes a new contact; whose email is taken is told at the field, and nothing typed is lost', async () => {
    api.on('POST /api/audience', () =>
      failed('conflict', { errors: [{ field: 'email', message: 'This email belongs to Ana.' }] }),
    )
    const { screen, address } = await open(BASE)
    await screen.getByRole('button', { name: 'Add contact' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Email').fill('new@example.com')
    await dialog.getByLabelText('External ID').fill('crm-77')
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await expect.element(dialog.getByText('This email belongs to Ana.')).toBeVisible()
    await expect.element(dialog.getByLabelText('External ID')).toHaveValue('crm-77')
    api.on('POST /api/audience', () => ok({ uuid: contact.uuid }))
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await until(() => expect(address()).toBe(`${BASE}/${contact.uuid}`))
    expect(body('POST')).toEqual({ email: 'new@example.com', external_user_id: 'crm-77' })
  })

  test('a failure can be tried again', async () => {
    api.on('GET /api/audience', () => failed('internal'))
    const { screen } = await open(BASE)
    await expect.element(screen.getByText('Couldn’t load contacts')).toBeVisible()
    api.on('GET /api/audience', () => page([contact]))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('Carla Nunes')).toBeVisible()
  })
})

describe('a contact', () => {
  const PAGE = `${BASE}/${contact.uuid}`

  test('is shown with details, merge fields, segments and its timeline, which leads to the runs', async () => {
    await browser.viewport(1440, 900)
    const { screen } = await open(PAGE)
    await expect.element(screen.getByRole('heading', { name: 'Carla Nunes' })).toBeVisible()
    for (const words of ['Portugal', 'UTC+05:30', 'crm-12', 'gold', 'Loyalty gold', 'Test contact', 'Opened']) {
      await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
    }
    await expect.element(screen.getByText('Added to the audience')).toBeVisible()
    const boxOf = (name: string) => screen.getByRole('region', { name }).element().getBoundingClientRect()
    const [details, line] = [boxOf('Details'), boxOf('Timeline')]
    expect([line.top < 300, line.right < details.left, details.width < 400]).toEqual([true, true, true])
    await expect.element(screen.getByText(/Your plan shows what happened from .*Oct 20/)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Autumn restock' }).first())
      .toHaveAttribute('href', expect.stringContaining(RUN))
    expect(await axeFindings()).toEqual([])
  })

  test('shows what it did, newest first: long properties whole on demand, one name of events alone', async () => {
    const note = 'Please leave it with the neighbours on the second floor. '.repeat(4).trim()
    const order = { uuid: RUN, name: 'order completed', occurred_on: 1_795_000_000, properties: { gift: false, note } }
    api.on('GET /api/events', () =>
      page([{ name: 'order completed', count: 3, first_seen_on: 1_795_000_000, last_seen_on: 1_795_000_000 }]),
    )
    api.on(`GET ${ONE}/events`, () => page([order], 30))
    const { screen, address } = await open(PAGE)
    const events = screen.getByRole('region', { name: 'Events' })
    await expect
      .element(events.getByRole('link', { name: 'order completed' }))
      .toHaveAttribute('href', expect.stringContaining('/audience/events/order%20completed'))
    await expect.element(events.getByText('false', { exact: true })).toBeVisible()
    await events.getByRole('button', { name: 'Show all' }).click()
    await expect.element(events.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
    await expect.element(events.getByText(note)).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await events.getByRole('button', { name: /^Next/ }).click()
    await until(() => expect(address()).toContain('events=2'))
    await events.getByRole('button', { name: /Event/ }).click()
    await screen.getByRole('menuitemcheckbox', { name: 'order completed' }).click()
    await until(() => expect(address()).toContain('event=order'))
    expect(address()).not.toContain('events=2')
    const asked = api.asked.findLast(call => call.path === `${ONE}/events`)
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ name: 'order completed', page: '1' })
  })

  test('that did nothing says so', async () => {
    const { screen } = await open(PAGE)
    await expect.element(screen.getByText('No events yet.')).toBeVisible()
  })

  test('says that its events could not be read', async () => {
    api.on(`GET ${ONE}/events`, () => failed('internal'))
    const { screen } = await open(PAGE)
    await expect.element(screen.getByText('Couldn’t load events')).toBeVisible()
  })

  test('is edited field by field: only what changed is written', async () => {
    api.on(`PUT ${ONE}`, () => ok({ uuid: contact.uuid }))
    const { screen } = await open(PAGE)
    await screen.getByRole('button', { name: 'Edit contact' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Language').fill('pt')
    await dialog.getByLabelText('External ID').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until(() => expect(body('PUT')).toEqual({ lang: 'pt', external_user_id: null }))
  })

  test('gets and loses merge fields in a form', async () => {
    api.on(`PUT ${ONE}`, () => ok({ uuid: contact.uuid }))
    const { screen } = await open(PAGE)
    await screen.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('plan').fill('')
    await dialog.getByLabelText('Add field').fill('city')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByLabelText('city').fill('Lisboa')
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until(() => expect(body('PUT')).toEqual({ merge_fields: { plan: null, city: 'Lisboa' } }))
  })

  test('is erased once the address is typed, and its page is left', async () => {
    api.on(`POST ${ONE}/erase`, () => ok(undefined))
    const { screen, address } = await open(PAGE)
    await screen.getByRole('button', { name: 'More actions' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Erase contact data' }))
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Erase contact data' }).click()
    expect(api.asked.some(call => call.method === 'POST')).toBe(false)
    await dialog.getByRole('textbox').fill('carla@correo.example')
    await dialog.getByRole('button', { name: 'Erase contact data' }).click()
    await until(() => expect(address()).toBe(BASE))
  })

  test('on which a request is open cannot be edited', async () => {
    api.on(`GET ${ONE}`, () => ok({ ...contact, approval_uuid: RUN }))
    api.on('GET /api/approvals', () => page([]))
    const { screen } = await open(PAGE)
    await expect.element(screen.getByText('Autumn restock').first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Edit contact' })).not.toBeInTheDocument()
  })

  test('has nothing to press for whoever may only read it, but the file of its data', async () => {
    const reader = user({ permission_levels: user().permission_levels.map((): [number, number] => [1, 0]) })
    const { screen } = await open(PAGE, reader)
    await screen.getByRole('button', { name: 'More actions' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Export all contact data' })).toBeVisible()
    await expect.element(screen.getByRole('menuitem', { name: 'Erase contact data' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Edit contact' })).not.toBeInTheDocument()
  })

  test('that is gone answers the card of unknown addresses', async () => {
    api.on(`GET ${ONE}`, () => failed('notFound'))
    const { screen } = await open(PAGE)
    await expect.element(screen.getByText('This page could not be found')).toBeVisible()
  })

  test('that could not be read keeps the way back to the list', async () => {
    api.on(`GET ${ONE}`, () => failed('internal'))
    const { screen } = await open(PAGE)
    await expect.element(screen.getByText('Couldn’t load the contact')).toBeVisible()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Contact', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('main').getByRole('link', { name: 'Contacts' })).toHaveAttribute('href', BASE)
  })
})
