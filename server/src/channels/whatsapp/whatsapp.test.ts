import { fillVariables } from '@notifly/contracts/whatsapp-templates/components'
import { componentFaults } from '@notifly/contracts/whatsapp-templates/rules'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../testing/channels/provider-urls.ts'
import type { MessageRecipient } from '../channel.ts'
import { whatsappChannel, type WhatsappContent } from './whatsapp.ts'

const components = [
  { type: 'HEADER', format: 'DOCUMENT' },
  { type: 'BODY', text: 'Hi {{1}}, order {{2}} of {{1}} comes {{3}}.' },
  { type: 'FOOTER', text: 'Bye' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Yes' },
      { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
      { type: 'COPY_CODE', text: 'Copy' },
    ],
  },
]

const content = (more: Partial<WhatsappContent> = {}): WhatsappContent => ({
  template_name: 'order',
  language: 'en_US',
  parameters: {
    header: { media: 'https://shop.example/{{ order }}.pdf', filename: 'Order {{ order }}.pdf' },
    body: ['{{ first_name | default: "there" }}', '{{ order }}', 'soon'],
    buttons: [
      { index: 1, value: '{{ order }}' },
      { index: 2, value: 'SPRING20' },
    ],
  },
  template: { status: 'APPROVED', components },
  ...more,
})

const recipient = (fields: Record<string, unknown>): MessageRecipient => ({
  address: '+919812345678',
  device: null,
  fields,
  token: 'token',
  messageId: 'id',
  date: new Date(),
  unsubscribeUrl: '',
})

const configuration = { token: 't', buisness_account_id: '2', phone_number_id: '1' }

function write(given: WhatsappContent, fields: Record<string, unknown>) {
  const { content: frozen } = whatsappChannel.freeze(given, { messageIdDomain: 'x', firstLinkNo: 0 })
  // A run is kept as JSON.
  const kept = JSON.parse(JSON.stringify(frozen)) as typeof frozen
  const surroundings = { publicUrl: testEnvironment().publicUrl, bounceDomain: null, attachments: [] }
  return JSON.parse(whatsappChannel.compile(kept, configuration, surroundings)(recipient(fields)).body)
}

test('a message fills every place of its template', () => {
  expect(write(content(), { first_name: 'Jürgen "J"', order: 'A-1' })).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '919812345678',
    type: 'template',
    template: {
      name: 'order',
      language: { code: 'en_US' },
      components: [
        {
          type: 'header',
          parameters: [
            { type: 'document', document: { link: 'https://shop.example/A-1.pdf', filename: 'Order A-1.pdf' } },
          ],
        },
        { type: 'body', parameters: ['Jürgen "J"', 'A-1', 'soon'].map(text => ({ type: 'text', text })) },
        { type: 'button', index: '1', sub_type: 'url', parameters: [{ type: 'text', text: 'A-1' }] },
        {
          type: 'button',
          index: '2',
          sub_type: 'copy_code',
          parameters: [{ type: 'coupon_code', coupon_code: 'SPRING20' }],
        },
      ],
    },
    biz_opaque_callback_data: 'token',
  })
})

test('named variables are named, kept media go by their id, and fields that are read are known', () => {
  const named = content({
    parameters: { header: { media: '123' }, body: ['{{ a }}', '{{ b }}'] },
    template: {
      status: 'APPROVED',
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: '{{customer_name}} on {{day}}' },
      ],
    },
  })
  const { template } = write(named, { a: 'A', b: 'B' })
  expect(template.components[0].parameters).toEqual([{ type: 'image', image: { id: '123' } }])
  expect(template.components[1].parameters).toEqual([
    { type: 'text', parameter_name: 'customer_name', text: 'A' },
    { type: 'text', parameter_name: 'day', text: 'B' },
  ])
  const { content: frozen } = whatsappChannel.freeze(named, { messageIdDomain: 'x', firstLinkNo: 0 })
  expect(whatsappChannel.fieldsOf(frozen)).toEqual(['a', 'b'])
})

test('a value that is empty fails for its recipient alone and names the field', () => {
  expect(() => write(content(), { first_name: 'A' })).toThrow(/order is empty/)
})

const faultsOf = (more: Partial<WhatsappContent>) => whatsappChannel.faults(content(more)).map(({ field }) => field)

test('what is missing is said at its field', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ template_name: '' })).toEqual(['template_name'])
  expect(faultsOf({ template: null })).toEqual(['template_name'])
  expect(faultsOf({ template: { status: 'PAUSED', components } })).toEqual(['template_name'])
  expect(faultsOf({ template: { status: 'APPROVED', components: [{ type: 'CAROUSEL' }] } })).toEqual(['template_name'])
  expect(faultsOf({ parameters: null })).toEqual([
    'parameters.header.media',
    'parameters.body.0',
    'parameters.body.1',
    'parameters.body.2',
    'parameters.buttons.1',
    'parameters.buttons.2',
  ])
  const four = { ...content().parameters, body: ['1', '2', '3', '4'] }
  expect(whatsappChannel.faults(content({ parameters: four }))).toMatchObject([{ key: 'mergeFieldCountMismatch' }])
})

test('a place has coordinates, a name and an address', () => {
  const template = {
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'LOCATION' },
      { type: 'BODY', text: 'Hi' },
    ],
  }
  const faultsAt = (location: NonNullable<NonNullable<WhatsappContent['parameters']>['header']>['location']) =>
    faultsOf({ template, parameters: { header: { location } } }).map(field =>
      field.replace('parameters.header.location.', ''),
    )
  expect(faultsAt({ latitude: 0, longitude: -9.15, name: 'Harbor', address: '1 Pier' })).toEqual([])
  expect(faultsAt({ name: 'Harbor', address: '1 Pier' })).toEqual(['latitude', 'longitude'])
  expect(faultsAt({ latitude: 38.7 })).toEqual(['longitude', 'name', 'address'])
  expect(faultsAt({ latitude: -90.1, longitude: 180, name: 'Harbor', address: '1 Pier' })).toEqual(['latitude'])
})

/** Random numbers that are the same every time (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const LETTERS = ['a', 'Z', ' ', '  ', '\n', '\t', '"', '\\', '{', '}', 'ü', 'आ', '👍', '\u2028', '7', "'", '<', '&']

test('whatever contacts hold arrives as it is, but for white space that WhatsApp refuses', () => {
  const next = random(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  for (let turn = 0; turn < 500; turn++) {
    const count = 1 + Math.floor(next() * 6)
    const values = Array.from({ length: count }, () =>
      Array.from({ length: 1 + Math.floor(next() * 12) }, () => pick(LETTERS)).join(''),
    )
    const text = values.map((_, index) => `word${index} {{${index + 1}}}`).join(' ') + ' end'
    const fields = Object.fromEntries(values.map((value, index) => [`f${index}`, `x${value}x`]))
    const body = values.map((_, index) => `{{ f${index} }}`)
    const template = { status: 'APPROVED', components: [{ type: 'BODY', text }] }
    const { template: sent } = write(content({ parameters: { body }, template }), fields)
    const arrived: string[] = sent.components[0].parameters.map(({ text: value }: { text: string }) => value)
    expect(arrived.map(bare)).toEqual(Object.values(fields).map(bare))
    for (const value of arrived) expect(value).not.toMatch(/[\n\t\r]| {5}/)
    expect(fillVariables(text, arrived)).toBe(
      values.map((_, index) => `word${index} ${arrived[index]}`).join(' ') + ' end',
    )
  }
})

function bare(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028]+/gu, ' ')
}

test('the rules of templates have words at each field', () => {
  const at = (...parts: Parameters<typeof componentFaults>[0]) => componentFaults(parts).map(({ field }) => field)
  const body = { type: 'BODY', text: 'Hello' }
  expect(at(body)).toEqual([])
  expect(at({ type: 'BODY', text: 'Hi {{1}} {{2}} there', example: { body_text: [['a', 'b']] } })).toEqual([
    'components.0.text',
  ])
  expect(at({ type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['a']] } })).toEqual(['components.0.text'])
  expect(at({ type: 'BODY', text: 'Hi {{2}}!', example: { body_text: [['a']] } })).toEqual(['components.0.text'])
  expect(at({ type: 'BODY', text: 'Hi {{1}}!' })).toEqual(['components.0.example.body_text.0.0'])
  expect(at({ type: 'BODY', text: 'Hi {{Name}}!' })).toEqual(['components.0.text'])
  expect(at({ type: 'FOOTER', text: 'x'.repeat(61) }, body)).toEqual(['components.0.text'])
  expect(at({ type: 'HEADER', format: 'IMAGE' }, body)).toEqual(['components.0.example'])
  const buttons = (...kinds: object[]) => at(body, { type: 'BUTTONS', buttons: kinds as [] })
  const reply = (text: string) => ({ type: 'QUICK_REPLY', text })
  const url = (text: string) => ({ type: 'URL', text, url: 'https://shop.example' })
  expect(buttons(reply('A'), reply('B'), url('C'))).toEqual([])
  expect(buttons(reply('A'), url('B'), reply('C'))).toEqual(['components.1.buttons'])
  expect(buttons(url('A'), url('B'), url('C'))).toEqual(['components.1.buttons'])
  expect(buttons(reply('A'), reply('a'))).toEqual(['components.1.buttons.1.text'])
  expect(buttons(reply('x'.repeat(26)))).toEqual(['components.1.buttons.0.text'])
  expect(buttons({ type: 'URL', text: 'T', url: 'https://{{1}}.shop.example' })).toEqual(['components.1.buttons.0.url'])
  expect(buttons({ type: 'URL', text: 'T', url: 'https://s.example/{{1}}' })).toEqual([
    'components.1.buttons.0.example.0',
  ])
  expect(buttons({ type: 'COPY_CODE', example: ['x'.repeat(16)] })).toEqual(['components.1.buttons.0.example.0'])
  expect(buttons({ type: 'PHONE_NUMBER', text: 'Call', phone_number: '0155' })).toEqual([
    'components.1.buttons.0.phone_number',
  ])
})
