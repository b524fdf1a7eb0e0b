import { english } from '@notifly/contracts/sentences/english'
import { expect, test } from 'vitest'
import type { MessageRecipient } from '../channel.ts'
import { smsChannel } from './sms.ts'

const RUN = { publicUrl: 'https://n.example', bounceDomain: null, attachments: [] }
const KARIX = {
  otp_key: 'o',
  transactional_key: 't',
  promotional_key: 'p',
  otp_sender: 'OTPSND',
  transactional_sender: 'TRNSND',
  promotional_sender: '550011',
}

const recipient = (fields: Record<string, unknown>): MessageRecipient => ({
  address: '+919812345678',
  device: null,
  fields,
  token: 't'.repeat(70),
  messageId: 'run.1@n.example',
  date: new Date(),
  unsubscribeUrl: 'https://n.example/u/t',
})

const write = (content: Parameters<typeof smsChannel.freeze>[0], fields: Record<string, unknown> = {}) => {
  const { content: frozen } = smsChannel.freeze(content, { messageIdDomain: 'n.example', firstLinkNo: 0 })
  return smsChannel.compile(frozen, KARIX, RUN)(recipient(fields))
}

test('a text is filled in, measured, and sent as promotional unless somebody says otherwise; nothing is added to it', () => {
  expect(write({ smsBody: 'Hi {{ name | default: "you" }} ' }, { name: 'Asha' })).toEqual({
    to: '+919812345678',
    text: 'Hi Asha',
    class: 'promotional',
    token: 't'.repeat(70),
    messageId: 'run.1@n.example',
    isUnicode: false,
    segments: 1,
  })
  const dlt = { smsBody: 'Code {{ code }}', message_class: 'otp', dlt_template_id: ' 1107 ' } as const
  expect(write(dlt, { code: 'नमस्ते'.repeat(20) })).toMatchObject({ class: 'otp', dltTemplateId: '1107', segments: 2 })
})

test('what its fields make empty or too long fails for that contact alone', () => {
  expect(() => write({ smsBody: '{{ name }}' })).toThrow('The text is empty for this contact.')
  expect(() => write({ smsBody: '{{ name }}' }, { name: 'a'.repeat(801) })).toThrow(
    'The sms body field can have at max 800 characters',
  )
  expect(() => write({ smsBody: '{{ name }}' }, { name: 'न'.repeat(671) })).toThrow('this has 11')
})

test('the contact fields that a text reads; the addresses that the sender gives are none', () => {
  const { content } = smsChannel.freeze(
    { smsBody: '{{ first_name }} {% if city %}{{ city }}{% endif %} {{ unsubscribe_url }}' },
    { messageIdDomain: 'n.example', firstLinkNo: 0 },
  )
  expect(smsChannel.fieldsOf(content)).toEqual(['first_name', 'city'])
})

test('a text that is missing or cannot fit keeps a campaign from starting; fields may still shorten one with conditions', () => {
  const faults = (smsBody: string) => smsChannel.faults({ smsBody }).map(english)
  expect(faults('  ')).toEqual(['Enter the text of the message.'])
  expect(faults('a'.repeat(1531))).toEqual(['Up to 10 message parts are allowed; this has 11.'])
  expect(faults('a'.repeat(1601))).toEqual(['The sms body field can have at max 1,600 characters'])
  const atKarix = smsChannel.faults({ smsBody: 'a'.repeat(801) }, KARIX)
  expect(atKarix.map(english)).toEqual(['The sms body field can have at max 800 characters'])
  expect(faults(`${'a'.repeat(1530)}{{ name }}`)).toEqual([])
  expect(faults(`{% if vip %}${'a'.repeat(1600)}{% else %}b{% endif %}`)).toEqual([])
})

test('links are short addresses of the recipient, counted as such, unless the text is registered or nobody asks for clicks', () => {
  const smsBody = `${'a'.repeat(120)} https://shop.example/a/long/way/to/the/{{ page }}?utm_source=sms.`
  const frozenOf = (content: Parameters<typeof smsChannel.freeze>[0]) =>
    smsChannel.freeze(content, { messageIdDomain: 'n.example', firstLinkNo: 3 })
  const { content, links } = frozenOf({ smsBody })
  expect(links).toEqual([
    { index: 3, url: 'https://shop.example/a/long/way/to/the/{{ page }}?utm_source=sms', field: 'notifly_link_3' },
  ])
  // What the run is known by is what was written, and the page is asked for at a click.
  expect(content.smsBody).toBe(smsBody)
  expect(smsChannel.fieldsOf(content)).toEqual([])
  const shortLink = (no: number) => `https://n.example/l/${no}`
  const short = smsChannel.compile(content, KARIX, RUN)({ ...recipient({}), shortLink })
  expect(short).toMatchObject({ text: `${'a'.repeat(120)} https://n.example/l/3.`, segments: 1 })
  for (const asIs of [{ track_links: false }, { dlt_template_id: '1107' }]) {
    expect(frozenOf({ smsBody, ...asIs })).toMatchObject({ links: [] })
    expect(write({ smsBody, ...asIs }, { page: 'sale' })).toMatchObject({ segments: 2 })
  }
  expect(frozenOf({ smsBody, dlt_template_id: '1107', track_links: true }).links).toHaveLength(1)
  // The address that is not sent is not too long.
  const long = `${'a'.repeat(1400)} https://shop.example/${'b'.repeat(300)}`
  expect(smsChannel.faults({ smsBody: long })).toEqual([])
  expect(smsChannel.faults({ smsBody: long, track_links: false })).toHaveLength(1)
})

test('a field that brings an address as a whole leaves as a short one; anything else that it brings stands as it is', () => {
  const freeze = { messageIdDomain: 'n.example', firstLinkNo: 0 }
  const smsBody = 'Hi {{ name }}, track it: {{ link | default: "call us" }}. {{ city }}'
  const { content, links } = smsChannel.freeze({ smsBody }, freeze)
  expect(links.map(({ url }) => url)).toEqual(['{{ name }}', '{{ link | default: "call us" }}', '{{ city }}'])
  expect(smsChannel.fieldsOf(content).toSorted()).toEqual(['city', 'link', 'name'])
  const shortLink = (no: number) => `https://n.example/l/${no}`
  const text = (fields: Record<string, unknown>) =>
    smsChannel.compile(content, KARIX, RUN)({ ...recipient(fields), shortLink })
  expect(text({ name: 'Asha', link: ' https://shop.example/o/1 ', city: 'Pune' })).toMatchObject({
    text: 'Hi Asha, track it: https://n.example/l/1. Pune',
  })
  expect(text({ name: 'Asha', city: 'shop.com/x' })).toMatchObject({ text: 'Hi Asha, track it: call us. shop.com/x' })
  const asIs = smsChannel.freeze({ smsBody, track_links: false }, freeze)
  expect(asIs.links).toEqual([])
})

test('a sender who is registered in India needs a registered text', () => {
  const content = { smsBody: 'Hello' }
  const indian = { ...KARIX, dlt_entity_id: '1101' }
  expect(smsChannel.faults(content, indian)).toHaveLength(1)
  expect(smsChannel.faults({ ...content, dlt_template_id: '1107' }, indian)).toEqual([])
  expect(smsChannel.faults(content, KARIX)).toEqual([])
})
