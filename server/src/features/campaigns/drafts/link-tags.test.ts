/** UTM tags of a campaign: its own, or what the application usually adds; they reach its run, its preview and its text. */
import type { CampaignCheck } from '@notifly/contracts/campaigns/campaigns'
import { expect, test } from 'vitest'
import { freezeContent } from '../../../channels/email/email.ts'
import { whatsappChannel } from '../../../channels/whatsapp/whatsapp.ts'
import { testApp } from '../../../testing/app.ts'
import { addContacts, addSegment, setUpEmail } from '../../../testing/campaigns.ts'

const kit = await testApp()
const { call, database } = kit
const owner = await kit.withApplication()
const { bearer } = owner
await setUpEmail(kit, owner)
const segment = await addSegment(kit, owner, 'All', await addContacts(kit, owner, ['ann@example.com']))

const PARTS = {
  campaignName: 'Spring sale',
  emailSubject: 'Hi',
  emailBody: '<a href="https://shop.example/sale?id=1#top">Sale</a>',
  audience: { segment_uuids: [segment] },
  schedule: { message_type: { type: 1 }, campaign_start_date: { type: 1 } },
}
const OWN = { utm_source: 'shop', utm_medium: 'email', utm_campaign: 'spring-sale' }

async function launched(utm: object | null | undefined) {
  const body = { ...PARTS, ...(utm !== undefined && { utm }) }
  const checked = await call<CampaignCheck>('POST', '/api/notifications/check/email', { bearer, body })
  const { data } = await call<{ uuid: string }>('POST', '/api/notifications/schedule/email', { bearer, body })
  const run = await database.kysely
    .selectFrom('run')
    .where('campaign_id', '=', data.uuid)
    .select(['link_tags', 'content'])
    .executeTakeFirstOrThrow()
  return { tags: run.link_tags, text: (run.content as { text: string }).text, link: checked.data.outline.link }
}

test('are off until the campaign or the application turns them on', async () => {
  const off = { tags: null, link: 'https://shop.example/sale?id=1#top' }
  expect(await launched(undefined)).toMatchObject(off)
  expect(await launched({ campaign: 'May', term: '' })).toMatchObject({
    tags: { ...OWN, utm_campaign: 'May' },
    link: 'https://shop.example/sale?id=1&utm_source=shop&utm_medium=email&utm_campaign=May#top',
  })
  const usual = { uuid: owner.applicationId, name: 'Shop', utm: { source: 'palmyra' } }
  expect((await call('POST', '/api/verticals', { bearer, body: usual })).status).toBe(200)
  const { tags, text } = await launched(undefined)
  expect(tags).toEqual({ ...OWN, utm_source: 'palmyra' })
  expect(text).toContain(
    'https://shop.example/sale?id=1&utm_source=palmyra&utm_medium=email&utm_campaign=spring-sale#top',
  )
  expect(text).toMatch(/Unsubscribe: \{\{ unsubscribe_url \}\}/)
  expect(await launched(null)).toMatchObject(off)
})

test('are part of the first link of a text, which is an address and no field with a name', async () => {
  const linkOf = async (smsBody: string) => {
    const body = { smsBody, utm: { source: 'shop' } }
    return (await call<CampaignCheck>('POST', '/api/notifications/check/sms', { bearer, body })).data.outline.link
  }
  expect(await linkOf('Hi {{ first_name }}, see https://shop.example/sale')).toMatch(
    /^https:\/\/shop\.example\/sale\?utm_source=shop/,
  )
  expect(await linkOf('Hi {{ first_name }}, we are open')).toBeNull()
})

test('are part of what a preview shows', async () => {
  const body = {
    content: { subject: '', html: PARTS.emailBody + '<a href="mailto:a@b.example">m</a>' },
    link_tags: OWN,
  }
  const { data } = await call<{ html: string }>('POST', '/api/template/preview', { bearer, body })
  expect(data.html).toContain('id=1&amp;utm_source=shop&amp;utm_medium=email&amp;utm_campaign=spring-sale#top"')
  expect(data.html).toContain('"mailto:a@b.example"')
})

test('stand in the text of a mail at the place of each address, whatever it is made of', () => {
  const text = 'See https://a.example/{{ code | append: "?#" }}?x=1. {{ link }} https://b.example/{{ unsubscribe_url }}'
  const html = '<p>x</p>{% comment %}{% endcomment %}'
  const { content } = freezeContent({ subject: 's', html, text }, 'localhost', 0, { utm_source: 'shop' })
  expect(content.text).toBe(
    'See https://a.example/{{ code | append: "?#" }}?x=1&utm_source=shop. {{ link }} https://b.example/{{ unsubscribe_url }}',
  )
})

test('end the address of a WhatsApp button that is ours to end', () => {
  const urls = ['https://a.example/{{1}}', 'https://a.example/#{{1}}', 'https://a.example/fixed']
  const buttons = urls.map(url => ({ type: 'URL', text: 'Open', url }))
  const components = [
    { type: 'BODY', text: 'Hi' },
    { type: 'BUTTONS', buttons },
  ]
  const parameters = {
    buttons: [
      { index: 0, value: 'p/{{ code }}' },
      { index: 1, value: 'top' },
    ],
  }
  const content = { template_name: 'a', language: 'en', parameters, template: { status: 'APPROVED', components } }
  const run = { messageIdDomain: 'x', firstLinkNo: 0, tags: { utm_source: 'shop' } }
  const sent = JSON.stringify(whatsappChannel.freeze(content, run).content)
  expect(sent).toContain('"p/{{ code }}?utm_source=shop"')
  expect(sent).toContain('"top"')
})
