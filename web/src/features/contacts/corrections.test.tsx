import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type { Contact } from '@notifly/contracts/contacts/audience'
import type { ContactConsent } from '@notifly/contracts/consent/consent'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { setFlags } from '../../api/signals.ts'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const AUDIENCE = `/applications/${APPLICATION}/audience`
const REQUEST = '0198c0de-0000-7000-8000-0000000000e1'
const TOPIC = '0198c0de-0000-7000-8000-0000000000f1'
const APPROVER = { uuid: '0198c0de-0000-7000-8000-0000000000d2', name: 'Meera Iyer' }

const contact: Contact = {
  uuid: '0198c0de-0000-7000-8000-00000000000c',
  external_user_id: null,
  email: 'carla@correo.example',
  phone_number: null,
  country: 'PT',
  lang: null,
  latitude: null,
  longitude: null,
  platform_type: null,
  device_details: null,
  timezone: null,
  timezone_offset: null,
  is_test: false,
  created_on: null,
  updated_on: null,
  added_on: 1_795_000_000,
  merge_fields: { plan: 'gold', city: 'Porto' },
  segments: [],
  has_more_segments: true,
  channels: { email: { address: 'carla@correo.example', status: 'unsubscribed', since: 1, source: 'link' } },
}

const consent: ContactConsent = {
  channels: [{ channel: 'email', status: 'unsubscribed', source: 'page', since: 1_795_000_000, suppressed: null }],
  topics: [
    { uuid: TOPIC, name: 'Offers', description: 'Once a week', status: 'subscribed', source: null, since: null },
  ],
  history: [],
}

function rejected(
  command: Approval['command'],
  payload: Approval['payload'],
  before: Approval['before'] = null,
): Approval {
  return {
    uuid: REQUEST,
    activity_id: ACTIVITY.audience,
    module: 'Audience',
    command,
    title: 'c•••@correo.example',
    object_uuid: null,
    status: 2,
    maker: { uuid: REQUEST, name: 'Dev Kulkarni' },
    approver: APPROVER,
    decided_by: 'user',
    description: 'Ask her first.',
    description_sentence: null,
    group: 1,
    payload,
    before,
    original: before,
    is_shortened: false,
    reopens: null,
    reopened_by: null,
    file_name: null,
    created_on: 1_795_000_000,
    due_on: 1_795_100_000,
    decided_on: 1_795_050_000,
    can_decide: false,
    can_withdraw: false,
    can_reopen: true,
  }
}

const ONE = `/api/audience/${contact.uuid}`
let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

async function open(path: string, request?: Approval): Promise<void> {
  if (request !== undefined) api.on('GET /api/approvals', () => page([request]))
  view = await renderApp(`${AUDIENCE}/${path}${request === undefined ? '' : `?approval=${REQUEST}`}`, user())
}

beforeEach(() => {
  api = stubApi({
    'GET /api/audience': () => page([contact], 1),
    'GET /api/audience/segment': () => page([]),
    'GET /api/audience/suppression': () => page([]),
    'GET /api/audience/merge-fields': () => ok([]),
    [`GET ${ONE}`]: () => ok(contact),
    [`GET ${ONE}/timeline`]: () => page([]),
    [`GET ${ONE}/events`]: () => page([]),
    [`GET ${ONE}/consent`]: () => ok(consent),
  })
})

afterEach(() => {
  view.stop()
  api.restore()
  setFlags({ makerChecker: false })
})

const sent = (method: string) => api.asked.findLast(call => call.method === method)

describe('a rejected request opens the form that made it, as it was filled in', () => {
  test('a change of a contact', async () => {
    api.on(`PUT ${ONE}`, () => ok({ uuid: contact.uuid }))
    await open(
      `contacts/${contact.uuid}`,
      rejected('contact.update', { uuid: contact.uuid, country: 'ES', lang: 'es' }),
    )
    await expect.element(screen.getByText('Ask her first.')).toBeInTheDocument()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByLabelText('Language')).toHaveValue('es')
    await dialog.getByLabelText('Language').fill('pt')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until(() => expect(sent('PUT')?.body).toEqual({ country: 'ES', lang: 'pt', reopens: REQUEST }))
    await until(() => expect(view.address()).not.toContain('approval='))
  })

  test('a change of merge fields', async () => {
    api.on(`PUT ${ONE}`, () => ok({ uuid: contact.uuid }))
    const payload = { uuid: contact.uuid, merge_fields: { plan: 'platinum', city: null } }
    await open(`contacts/${contact.uuid}`, rejected('contact.update', payload))
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByLabelText('plan')).toHaveValue('platinum')
    await expect.element(dialog.getByLabelText('city')).toHaveValue('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until(() =>
      expect(sent('PUT')?.body).toEqual({ merge_fields: { plan: 'platinum', city: null }, reopens: REQUEST }),
    )
  })

  test('a new contact', async () => {
    api.on('POST /api/audience', () => ok({ uuid: contact.uuid }))
    await open('contacts', rejected('contact.create', { email: 'eva@example.org', merge_fields: { plan: 'gold' } }))
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByLabelText('Email')).toHaveValue('eva@example.org')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    const body = { email: 'eva@example.org', merge_fields: { plan: 'gold' }, reopens: REQUEST }
    await until(() => expect(sent('POST')?.body).toEqual(body))
  })

  test('the removal of a suppression', async () => {
    api.on('DELETE /api/audience/suppression', () => ok(undefined))
    const payload = { channel: 'email', address: 'dirk@example.org', removal_reason: 'He asked' }
    await open('suppression', rejected('suppression.delete', payload, { reason: 'hard_bounce' }))
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/the mailbox doesn’t exist/)).toBeVisible()
    const why = dialog.getByLabelText('Why can we contact this address again?')
    await expect.element(why).toHaveValue('He asked')
    await why.fill('He wrote from it today')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await until(() =>
      expect(Object.fromEntries(sent('DELETE')?.query ?? [])).toEqual({
        channel: 'email',
        address: 'dirk@example.org',
        reason: 'He wrote from it today',
        reopens: REQUEST,
      }),
    )
  })

  test('putting somebody back', async () => {
    api.on(`POST ${ONE}/resubscribe`, () => ok(undefined))
    const payload = { uuid: contact.uuid, channel: 'email', reason: 'She asked at the counter' }
    await open(`contacts/${contact.uuid}`, rejected('consent.resubscribe', payload))
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('textbox')).toHaveValue('She asked at the counter')
    await dialog.getByRole('button', { name: 'Resubscribe' }).click()
    const body = { channel: 'email', reason: 'She asked at the counter', reopens: REQUEST }
    await until(() => expect(sent('POST')?.body).toEqual(body))
  })
})

describe('consent on the page of a contact', () => {
  test('shows what was chosen per channel and topic, and how that came about', async () => {
    await open(`contacts/${contact.uuid}`)
    await expect.element(screen.getByText('Offers', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Once a week')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Resubscribe: Email' })).toBeVisible()
    await expect.element(screen.getByText(/dynamic segments took too long/)).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })

  test('is taken back at once, for a reason', async () => {
    api.on(`POST ${ONE}/unsubscribe`, () => ok(undefined))
    await open(`contacts/${contact.uuid}`)
    await screen.getByRole('button', { name: 'Unsubscribe: Offers' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect.element(dialog.getByText('This field is required.')).toBeVisible()
    await dialog.getByRole('textbox').fill('Said so by phone')
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click()
    await until(() =>
      expect(sent('POST')?.body).toEqual({ channel: 'email', topic_uuid: TOPIC, reason: 'Said so by phone' }),
    )
  })

  test('stays as it is for readers', async () => {
    const reader = user({ permission_levels: user().permission_levels.map((): [number, number] => [1, 0]) })
    view = await renderApp(`${AUDIENCE}/contacts/${contact.uuid}`, reader)
    await expect.element(screen.getByText('Offers', { exact: true })).toBeVisible()
    expect(screen.getByRole('button', { name: /^(Unsubscribe|Subscribe again)/ }).query()).toBeNull()
  })
})

test('erasing that waits for approval is asked for', async () => {
  const maker = user({ permission_levels: user().permission_levels.map((): [number, number] => [4, 0]) })
  view = await renderApp(`${AUDIENCE}/contacts/${contact.uuid}`, maker)
  await screen.getByRole('button', { name: 'More actions' }).click()
  await pick(screen.getByRole('menuitem', { name: 'Erase contact data' }))
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Ask to erase contact data' })).toBeVisible()
})
