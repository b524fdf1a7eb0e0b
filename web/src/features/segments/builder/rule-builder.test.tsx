import type { MergeField, SegmentDetails } from '@notifly/contracts/contacts/audience'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { session } from '../../../api/session.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../../testing/api-stub.ts'
import { axeFindings } from '../../../testing/axe.ts'
import { pick } from '../../../testing/pick.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { until } from '../../../testing/until.ts'

const SEGMENT = '0198c0de-0000-7000-8000-00000000000b'
const CAMPAIGN = '0198c0de-0000-7000-8000-00000000000c'
const OTHER = '0198c0de-0000-7000-8000-00000000000d'
const BASE = `/applications/${APPLICATION}/audience`
const COUNT = 'POST /api/audience/segment/count'

const rules: RuleGroup = {
  kind: 'group',
  match: 'all',
  rules: [
    { kind: 'field', field: 'country', type: 'text', op: 'is', value: 'PT' },
    {
      kind: 'group',
      match: 'any',
      rules: [
        {
          kind: 'behaviour',
          event: 'opened',
          campaign_uuid: CAMPAIGN,
          when: { op: 'last_days', days: 30 },
          times: { op: 'at_least', n: 2 },
        },
        { kind: 'reach', channel: 'email', op: 'is', status: 'reachable' },
      ],
    },
  ],
}

const segment: SegmentDetails = {
  uuid: SEGMENT,
  name: 'Readers in Portugal',
  kind: 'dynamic',
  tags: [],
  count: 8142,
  created_on: 1_795_000_000,
  updated_on: 1_795_000_000,
  rules,
}

const fields: MergeField[] = [
  { name: 'plan', type: 'text', filled: 30_937, sample: 'gold', built_in: false },
  { name: 'age', type: 'number', filled: 100, sample: '42', built_in: false },
]

const counted = {
  count: 8142,
  estimated: false,
  contacts: 61_874,
  sample: [
    {
      uuid: OTHER,
      email: 'carla@correo.example',
      external_user_id: null,
      phone_number: null,
      first_name: 'Carla',
      last_name: 'Nunes',
    },
  ],
}

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
    'GET /api/audience': () => page([], 61_874),
    'GET /api/audience/merge-fields': () => ok(fields),
    'GET /api/audience/segment': asked => (asked.query.has('segment_uuid') ? ok(segment) : page([segment])),
    'POST /api/audience/segment/reach': () =>
      ok({
        channels: {
          email: { reachable: 8000, skipped: { no_address: 40, unsubscribed: 102 } },
          sms: { reachable: 0, skipped: { no_address: 8142 } },
          whatsapp: null,
          webpush: { reachable: 0, skipped: { no_address: 8142 } },
          mobilepush: { reachable: 0, skipped: { no_address: 8142 } },
        },
      }),
    'GET /api/audience/segment/values': () => ok({ values: [], estimated: false }),
    'GET /api/audience/segment/uses': () => ok({ campaigns: [], drafts: [], segments: [], forms: [] }),
    'GET /api/notifications/schedule': asked =>
      page(asked.query.has('uuid') ? [{ uuid: CAMPAIGN, campaignName: 'Spring sale' }] : []),
    [COUNT]: () => ok(counted),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  session.set(undefined)
})

const keptDrafts = () => Object.keys(localStorage).filter(key => key.startsWith('segment-rules'))
const bodies = (call: string) =>
  api.asked.filter(asked => `${asked.method} ${asked.path}` === call).map(asked => asked.body)

describe('the rules of a segment', () => {
  test('are read as they are saved: in words, counted, with a sample, and axe finds nothing', async () => {
    const { screen } = await open(`${BASE}/${SEGMENT}/edit`)
    await expect
      .element(
        screen.getByText(/^Country is “Portugal” and \(opened “Spring sale” in the last 30 days on at least 2 days or/),
      )
      .toBeVisible()
    await expect.element(screen.getByText('8,142', { exact: true }).first()).toBeVisible()
    await expect.element(screen.getByText('13.2% of 61,874 contacts')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Carla Nunes' })).toBeVisible()
    await expect.element(screen.getByText('8,000, 102 unsubscribed and 40 without an email address')).toBeVisible()
    await expect.element(screen.getByRole('group', { name: 'can be reached by email' })).toBeVisible()
    expect(bodies(COUNT)[0]).toEqual({ rules, segment_uuid: SEGMENT })
    expect(await axeFindings()).toEqual([])
  })

  test('are written with pickers: a merge field brings its type, fill rate and a sample; the whole is saved', async () => {
    api.on('POST /api/audience/segment', () => ok({ segment_uuid: SEGMENT }))
    const { screen, address } = await open(`${BASE}/new`)
    await screen.getByLabelText('Segment name').fill('Adults')
    await screen.getByLabelText('Field or activity').fill('age')
    const option = screen.getByRole('option', { name: /^age/ })
    await expect.element(option.getByText('Merge field, number · for example 42')).toBeVisible()
    await expect.element(option.getByText('0.2% filled')).toBeVisible()
    await pick(option)
    await screen.getByLabelText('Comparison').click()
    await pick(screen.getByRole('option', { name: 'is between' }))
    await screen.getByLabelText('From').fill('40')
    await screen.getByLabelText('To', { exact: true }).fill('30')
    await expect.element(screen.getByText('The end is before the start.')).toBeVisible()
    await screen.getByLabelText('To', { exact: true }).fill('65')
    await expect.element(screen.getByRole('group', { name: 'age is from 40 to 65' })).toBeVisible()
    // One that says nothing yet is left out.
    await screen.getByRole('button', { name: 'Add condition' }).click()
    await screen.getByRole('button', { name: 'Save segment' }).click()
    await until(() => expect(address()).toBe(`${BASE}/${SEGMENT}`))
    expect(bodies('POST /api/audience/segment')).toEqual([
      {
        segment_name: 'Adults',
        rules: {
          kind: 'group',
          match: 'all',
          rules: [{ kind: 'field', field: 'age', type: 'number', op: 'between', from: 40, to: 65 }],
        },
      },
    ])
    expect(keptDrafts()).toEqual([])
  })

  test('suggest what contacts have, with how many; countries are written by name and kept by code', async () => {
    api.on('GET /api/audience/segment/values', asked =>
      ok({
        values:
          asked.query.get('field') === 'plan'
            ? [{ value: 'Gold', contacts: 3000 }]
            : [{ value: 'IN', contacts: 41_000 }].filter(() => 'india'.startsWith(asked.query.get('prefix') ?? '')),
        estimated: asked.query.get('field') === 'country',
      }),
    )
    const { screen } = await open(`${BASE}/new`)
    await screen.getByLabelText('Field or activity').fill('plan')
    await pick(screen.getByRole('option', { name: /^plan/ }))
    await screen.getByLabelText('Value').click()
    await pick(screen.getByRole('option', { name: 'Gold 3,000' }))
    await expect.element(screen.getByRole('group', { name: 'plan is “Gold”' })).toBeVisible()
    await screen.getByLabelText('Value').fill('a plan that nobody has')
    await expect.element(screen.getByRole('group', { name: 'plan is “a plan that nobody has”' })).toBeVisible()

    await screen.getByLabelText('Field or activity').fill('country')
    await pick(screen.getByRole('option', { name: /^Country/ }))
    await screen.getByLabelText('Value').fill('ind')
    await expect.element(screen.getByRole('option', { name: 'India about 41,000' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(screen.getByLabelText('Value')).toHaveValue('India')
    await expect.element(screen.getByRole('group', { name: 'Country is “India”' })).toBeVisible()
    await screen.getByLabelText('Value').fill('es')
    await userEvent.keyboard('{Escape}{Tab}')
    await expect.element(screen.getByLabelText('Value')).toHaveValue('Spain')
    await until(() =>
      expect(bodies(COUNT).at(-1)).toMatchObject({ rules: { rules: [{ field: 'country', op: 'is', value: 'ES' }] } }),
    )
  })

  test('on events are written with names that came, their properties and how often', async () => {
    const seen = { count: 1200, first_seen_on: 1_795_000_000, last_seen_on: 1_795_000_000 }
    api.on('GET /api/events', () => page([{ name: 'order', ...seen }]))
    api.on('GET /api/events/order', () =>
      ok({
        name: 'order',
        ...seen,
        looked_at: 1200,
        properties: [
          { name: 'total', type: 'number', count: 1200, examples: [] },
          { name: 'currency', type: 'text', count: 900, examples: [{ value: 'EUR', count: 800 }] },
        ],
      }),
    )
    api.on('POST /api/audience/segment', () => ok({ segment_uuid: SEGMENT }))
    const { screen, address } = await open(`${BASE}/new`)
    await screen.getByLabelText('Segment name').fill('Buyers')
    await screen.getByLabelText('Field or activity').fill('event')
    await pick(screen.getByRole('option', { name: /^Event/ }))
    await screen.getByLabelText('Event name').click()
    await pick(screen.getByRole('option', { name: 'order 1,200' }))
    await expect.element(screen.getByRole('group', { name: 'performed “order” in the last 30 days' })).toBeVisible()
    await screen.getByLabelText('Number of times').fill('3')
    await screen.getByRole('button', { name: 'Add property' }).click()
    await expect.element(screen.getByLabelText('Property', { exact: true })).toHaveFocus()
    await screen.getByLabelText('Property', { exact: true }).fill('to')
    await expect.element(screen.getByRole('option', { name: /^total/ })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const total = screen.getByRole('group', { name: 'Property 1' })
    await total.getByLabelText('Comparison').click()
    await pick(screen.getByRole('option', { name: 'is more than' }))
    await total.getByLabelText('Value').fill('49.5')
    await screen.getByRole('button', { name: 'Add property' }).click()
    const currency = screen.getByRole('group', { name: 'Property 2' })
    await currency.getByLabelText('Property', { exact: true }).fill('currency')
    await currency.getByLabelText('Value').click()
    await pick(screen.getByRole('option', { name: 'EUR' }))
    const sentence =
      'performed “order” at least 3 times in the last 30 days where total is more than 49.5 and currency is “EUR”'
    await expect.element(screen.getByRole('group', { name: sentence })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Add property' }).click()
    await screen.getByRole('group', { name: 'Property 3' }).getByRole('button', { name: 'Remove property' }).click()
    await expect.element(screen.getByRole('button', { name: 'Add property' })).toHaveFocus()
    await screen.getByRole('button', { name: 'Save segment' }).click()
    await until(() => expect(address()).toBe(`${BASE}/${SEGMENT}`))
    const properties = [
      { property: 'total', type: 'number', op: 'greater_than', value: 49.5 },
      { property: 'currency', type: 'text', op: 'is', value: 'EUR' },
    ]
    const [when, times] = [
      { op: 'last_days', days: 30 },
      { op: 'at_least', n: 3 },
    ]
    const event = { kind: 'event', name: 'order', properties, when, times }
    expect(bodies('POST /api/audience/segment')).toEqual([
      { segment_name: 'Buyers', rules: { kind: 'group', match: 'all', rules: [event] } },
    ])
  })

  test('that are not complete are said at their condition and not sent', async () => {
    const { screen } = await open(`${BASE}/new`)
    await screen.getByRole('button', { name: 'Save segment' }).click()
    await expect.element(screen.getByText('This field is required.')).toBeVisible()
    await expect.element(screen.getByText(/^Add a value to include this condition/)).toBeVisible()
    await expect.element(screen.getByLabelText('Segment name')).toHaveFocus()
    expect(bodies('POST /api/audience/segment')).toEqual([])
  })

  test('that could not be counted are saved all the same', async () => {
    api.on(COUNT, () => failed('unavailable'))
    api.on('PUT /api/audience/segment', () => ok({ segment_uuid: SEGMENT }))
    const { screen, address } = await open(`${BASE}/${SEGMENT}/edit`)
    await expect.element(screen.getByText('Couldn’t count contacts.')).toBeVisible()
    await screen.getByRole('group', { name: 'Country is “Portugal”' }).getByLabelText('Value').fill('ES')
    await screen.getByRole('button', { name: 'Save segment' }).click()
    await until(() => expect(address()).toBe(`${BASE}/${SEGMENT}`))
    expect(bodies('PUT /api/audience/segment')).toMatchObject([{ rules: { rules: [{ value: 'ES' }, rules.rules[1]] } }])
  })

  test('say that merge fields are missing from the choices, and offer them again', async () => {
    api.on('GET /api/audience/merge-fields', () => failed('unavailable'))
    const { screen } = await open(`${BASE}/new`)
    await expect.element(screen.getByText('Couldn’t load merge fields')).toBeVisible()
    api.on('GET /api/audience/merge-fields', () => ok(fields))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('Couldn’t load merge fields')).not.toBeInTheDocument()
  })

  test('that the server refuses stand at their condition; a circle stands above all', async () => {
    const refuse = (field: string, message: string) =>
      Response.json({ success: false, message: 'Invalid', errors: [{ field, message }] }, { status: 400 })
    api.on('PUT /api/audience/segment', () =>
      refuse('rules.rules.1.rules.0.campaign_uuid', 'There is no such campaign.'),
    )
    const { screen } = await open(`${BASE}/${SEGMENT}/edit`)
    await screen.getByRole('button', { name: 'Save segment' }).click()
    const opened = screen.getByRole('group', { name: /^opened/ })
    await expect.element(opened.getByText('There is no such campaign.')).toBeVisible()
    api.on('PUT /api/audience/segment', () => refuse('rules', 'These segments would contain each other.'))
    await screen.getByRole('button', { name: 'Save segment' }).click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
  })
})

describe('the keyboard', () => {
  const order = () => [...document.querySelectorAll('[data-rule] [role=group][data-rule]')].map(each => each.ariaLabel)

  test('adds, moves into groups, groups, removes and undoes, and the focus stays with the condition', async () => {
    const { screen } = await open(`${BASE}/${SEGMENT}/edit`)
    const country = screen.getByRole('group', { name: 'Country is “Portugal”' })
    await expect.element(country).toBeVisible()
    const value = country.getByLabelText('Value')
    ;(value.element() as HTMLElement).focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await until(() => expect(order()[1]).toBe('Country is “Portugal”'))
    await expect
      .element(screen.getByRole('group', { name: 'Country is “Portugal”' }).getByLabelText('Value'))
      .toHaveFocus()
    await expect.element(screen.getByText('Moved down', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await until(() => expect(order()[0]).toBe('Country is “Portugal”'))
    ;(
      screen.getByRole('group', { name: 'Country is “Portugal”' }).getByLabelText('Value').element() as HTMLElement
    ).focus()
    await userEvent.keyboard('{Alt>}g{/Alt}')
    await until(() => expect(order()[0]).toMatch(/^Group: Any of/))
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
    await expect.element(screen.getByRole('group', { name: 'Incomplete condition' })).toBeVisible()
    expect(document.activeElement?.closest('[data-rule]')?.ariaLabel).toBe('Incomplete condition')
    await userEvent.keyboard('{Escape}{Alt>}x{/Alt}')
    await until(() => expect(order()).not.toContain('Incomplete condition'))
    await userEvent.keyboard('{Control>}z{/Control}')
    await until(() => expect(order()).toContain('Incomplete condition'))
  })

  test('is not needed: the same acts stand in menus, each with its keys', async () => {
    const { screen } = await open(`${BASE}/${SEGMENT}/edit`)
    await screen.getByRole('button', { name: 'Actions: can be reached by email' }).click()
    await expect.element(screen.getByRole('menuitem', { name: /^Move up.*Alt ↑/ })).toBeVisible()
    await pick(screen.getByRole('menuitem', { name: /^Remove/ }))
    await until(() => expect(order()).not.toContain('can be reached by email'))
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByRole('group', { name: 'can be reached by email' })).toBeVisible()
  })
})

describe('a draft', () => {
  test('is kept in the browser until it is saved or thrown away', async () => {
    const first = await open(`${BASE}/${SEGMENT}/edit`)
    await first.screen.getByRole('group', { name: 'Country is “Portugal”' }).getByLabelText('Value').fill('ES')
    await expect.element(first.screen.getByText(/^Draft saved/)).toBeVisible()
    await first.screen.unmount()
    first.stop()
    const second = await open(`${BASE}/${SEGMENT}/edit`)
    await expect.element(second.screen.getByText(/Unsaved changes restored/)).toBeVisible()
    await expect.element(second.screen.getByRole('group', { name: 'Country is “Spain”' })).toBeVisible()
    await second.screen.getByRole('button', { name: 'Start over' }).click()
    await expect.element(second.screen.getByRole('group', { name: 'Country is “Portugal”' })).toBeVisible()
    await until(() => expect(keptDrafts()).toEqual([]))
  })

  test('reads in the language of the page, also on a phone', async () => {
    await browser.viewport(360, 800)
    const { screen } = await open(`/hi${BASE}/${SEGMENT}/edit`)
    await expect.element(screen.getByText(/^देश “पुर्तगाल” है और \(/)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
    await browser.viewport(1280, 900)
  })
})
