import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APPLICATION, type ApiStub, type Asked, failed, ok, page, user } from '../../../../testing/api-stub.ts'
import { axeFindings } from '../../../../testing/axe.ts'
import { pick } from '../../../../testing/pick.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import { until } from '../../../../testing/until.ts'
import { DRAFT, launchError, SEGMENT, stubChannel, stubWizard } from '../../../../testing/wizard-stub.ts'

let api: ApiStub
let stop: (() => void) | undefined

const address = (step = 'what') => `/applications/${APPLICATION}/notification/whatsapp?draft=${DRAFT}&step=${step}`
const lastOf = (call: string): Asked | undefined =>
  api.asked.findLast(({ method, path }) => `${method} ${path}` === call)

const ANA = { uuid: SEGMENT, email: 'ana@example.com', phone_number: null, merge_fields: { first_name: 'Ana' } }

async function open(where: string) {
  const app = await renderApp(where, user())
  stop = app.stop
  return app
}

beforeEach(() => {
  api = stubWizard()
  api.on('GET /api/audience', () => page([]))
})

afterEach(() => {
  stop?.()
  api.restore()
})

const ORDER_SENT = {
  uuid: DRAFT,
  name: 'order_sent',
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  quality: null,
  components: [{ type: 'BODY', text: 'Hello {{1}}, your order {{2}} has left.' }],
  obstacle: null,
  updated_on: 1,
}

test('a WhatsApp campaign asks for what its template leaves open', async () => {
  const second = launchError('parameters.body.1', sentence('whatsappTemplates.missing.value', { variable: '{{2}}' }))
  const parameters = { body: ['{{ first_name }}'] }
  stubChannel(api, 'whatsapp', { template_name: 'order_sent', language: 'en', parameters }, [second])
  api.on('GET /api/template/whatsapp', () => page([ORDER_SENT]))
  api.on('GET /api/template/whatsapp/sync', () =>
    ok({ configured: true, synced_on: 1, failure: null, templates: 1, open_sessions: 3 }),
  )
  const { screen } = await open(address('review'))
  await expect.element(screen.getByText(second.message)).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Go to What' }).click()
  await expect.element(screen.getByText(/The 24-hour rule/)).toBeInTheDocument()
  // What the last page has told stands beside its field as well.
  await expect.element(screen.getByText(second.message)).toBeInTheDocument()
  await screen.getByRole('textbox', { name: 'Value for {{2}}' }).fill('A-17')
  await until(() =>
    expect(lastOf('PUT /api/notifications/draft/whatsapp')?.body).toMatchObject({
      parameters: { body: ['{{ first_name }}', 'A-17'] },
    }),
  )
  expect(await axeFindings()).toEqual([])
})

test('a template is found behind any number of others that bear its name', async () => {
  stubChannel(api, 'whatsapp', { template_name: 'order_sent', language: 'en', parameters: {} })
  const others = Array.from({ length: 100 }, (_, at) => ({ ...ORDER_SENT, name: `order_sent_${at}`, uuid: `${at}` }))
  api.on('GET /api/template/whatsapp', ({ query }) =>
    query.get('page') === '2' ? page([ORDER_SENT], 101) : page(others, 101),
  )
  const { screen } = await open(address())
  await expect.element(screen.getByRole('textbox', { name: 'Value for {{2}}' })).toBeInTheDocument()
  await expect.element(screen.getByText('This template is no longer on the list.')).not.toBeInTheDocument()
})

test('a place on a map is kept as far as it is typed, and sent once it is one of the earth', async () => {
  const half = { latitude: 91, name: 'Harbor & Pine' }
  const bounds = sentence('whatsappTemplates.missing.coordinate', { least: -90, most: 90 })
  const far = launchError('parameters.header.location.latitude', bounds)
  stubChannel(
    api,
    'whatsapp',
    { template_name: 'order_sent', language: 'en', parameters: { header: { location: half } } },
    [far],
  )
  const components = [
    { type: 'HEADER', format: 'LOCATION' },
    { type: 'BODY', text: 'Come and see us.' },
  ]
  api.on('GET /api/template/whatsapp', () => page([{ ...ORDER_SENT, components }]))
  const { screen } = await open(address())
  const saved = () =>
    (lastOf('PUT /api/notifications/draft/whatsapp')?.body as Partial<Campaign> | undefined)?.parameters?.header
  const latitude = screen.getByRole('spinbutton', { name: 'Latitude' })
  await expect.element(latitude).toHaveValue(91)
  await expect.element(screen.getByRole('textbox', { name: 'Place name' })).toHaveValue('Harbor & Pine')
  await expect.element(screen.getByText('Enter a number from -90 to 90.')).toBeInTheDocument()
  await screen.getByRole('textbox', { name: 'Place address' }).fill('1 Pier')
  await until(() => expect(saved()).toEqual({ location: { ...half, address: '1 Pier' } }))
  await screen.getByRole('spinbutton', { name: 'Longitude' }).fill('-9.15')
  await screen
    .getByRole('button', { name: /Review/ })
    .first()
    .click()
  await expect.element(screen.getByText(far.message)).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Go to What' }).click()
  await latitude.fill('38.7')
  const place = { latitude: 38.7, longitude: -9.15, name: 'Harbor & Pine', address: '1 Pier' }
  await until(() => expect(saved()).toEqual({ location: place }))
})

test('a WhatsApp message is written by the server, for the contact that a test is written for as well', async () => {
  const BO = {
    ...ANA,
    uuid: '0198c0de-0000-7000-8000-00000000f001',
    email: 'bo@example.com',
    merge_fields: { first_name: 'Bo' },
  }
  const body = ['{{ first_name | upcase }}', '{% if vip %}A-1{% endif %}']
  stubChannel(api, 'whatsapp', { template_name: 'order_sent', language: 'en', parameters: { body } })
  api.on('GET /api/template/whatsapp', () => page([ORDER_SENT]))
  api.on('GET /api/audience', () => page([ANA, BO]))
  api.on(`GET /api/audience/${BO.uuid}`, () => ok(BO))
  api.on('POST /api/template/preview/sms', ({ body: asked }) => {
    const { text, contact_uuid: contact } = asked as { text: string; contact_uuid: string }
    // Of the other value there is no answer: it says that it is still to come.
    return text.startsWith('{%') ? failed('notFound') : ok({ text: contact === BO.uuid ? 'BO' : 'ANA' })
  })
  api.on('POST /api/notifications/whatsapp/test', () => ok([]))
  const { screen } = await open(address())
  const message = screen.getByRole('figure', { name: 'WhatsApp preview' })
  await expect
    .poll(() => message.query()?.textContent ?? '')
    .toContain('Hello ANA, your order [filled in when sent] has left.')
  await screen.getByRole('combobox', { name: 'Preview as' }).click()
  await pick(screen.getByRole('option', { name: /Bo/ }))
  await expect.poll(() => message.query()?.textContent ?? '').toContain('Hello BO,')
  await screen.getByRole('button', { name: 'Send test' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Send test' })
  await dialog.getByRole('textbox').fill('+14155550123')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await until(() =>
    expect(lastOf('POST /api/notifications/whatsapp/test')?.body).toMatchObject({ contact_uuid: BO.uuid }),
  )
})

test('the review says what is on top of a WhatsApp message, where its buttons lead, and what it is about', async () => {
  const parameters = { header: { media: '123', filename: 'Invoice.pdf' }, buttons: [{ index: 0, value: 'A-17' }] }
  stubChannel(api, 'whatsapp', { template_name: 'order_sent', language: 'en', parameters, topic_uuid: DRAFT })
  const buttons = [{ type: 'URL', text: 'Track it', url: 'https://shop.example/track/{{1}}' }]
  const components = [
    { type: 'HEADER', format: 'DOCUMENT' },
    { type: 'BODY', text: 'Your order has left.' },
    { type: 'BUTTONS', buttons },
  ]
  api.on('GET /api/template/whatsapp', () => page([{ ...ORDER_SENT, components }]))
  api.on('GET /api/audience/topics', () => ok([{ uuid: DRAFT, name: 'Orders', description: '' }]))
  const { screen } = await open(address('review'))
  await expect.element(screen.getByText('Track it · https://shop.example/track/A-17')).toBeInTheDocument()
  await expect.element(screen.getByText('Invoice.pdf · Uploaded to WhatsApp')).toBeInTheDocument()
  await expect.element(screen.getByText('Orders', { exact: true })).toBeInTheDocument()
})
