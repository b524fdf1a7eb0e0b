/** Who leaves a topic with the button of a mail program gets no more of it, and everything else as before. */
import { listContacts } from '@notifly/contracts/contacts/audience'
import { readConsent } from '@notifly/contracts/consent/consent'
import { listRecipients } from '@notifly/contracts/runs/deliveries'
import { createTopic } from '@notifly/contracts/topics/topics'
import { expect, inject, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { audienceFile, ended, launch, sendThrough } from './campaigns.ts'
import { mailTo, startMailServer } from './mail-server.ts'

const product = { url: inject('url'), sandboxUrl: inject('sandboxUrl') }

test('one click leaves the topic: skipped with the reason in its next campaign, written to in every other', async () => {
  const server = await startMailServer()
  const owner = await newOwner(product)
  const { api, token } = owner
  await sendThrough(owner, server.port)
  const segment = await importAudience(owner, audienceFile(['ana@example.com', 'bo@example.com']), 'Readers')
  const [offers, guides] = [
    await api(createTopic, { token, body: { name: 'Offers', description: 'Twice a month' } }),
    await api(createTopic, { token, body: { name: 'Guides' } }),
  ]
  await ended(owner, await launch(owner, { name: 'First offers', subject: 'First', segment, topic_uuid: offers.uuid }))

  const { content } = await mailTo(server, 'ana@example.com', /First/)
  const address = /List-Unsubscribe: <([^>]+)>/.exec(content.replaceAll('\r\n ', ' '))?.[1] ?? ''
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([answer.status, await answer.text()]).toEqual([200, 'Unsubscribed from "Offers".\n'])
  expect(await (await fetch(address)).text()).toContain('role="switch"')

  const second = await launch(owner, { name: 'Second offers', segment, topic_uuid: offers.uuid })
  expect(await ended(owner, second)).toMatchObject({
    counts: { sent: 1, skipped: 1 },
    skipped: { unsubscribed_topic: 1 },
  })
  const params = { notification_type: 'email' as const, uuid: (await ended(owner, second)).run_uuid }
  const [skipped] = await api(listRecipients, { token, params, query: { status: 'skipped' } })
  expect(skipped).toMatchObject({
    reason: 'unsubscribed_topic',
    reason_text: 'The contact unsubscribed from this campaign’s topic.',
  })

  // The same people are imported again: no consent gets weaker by it.
  await importAudience(owner, audienceFile(['ana@example.com', 'bo@example.com']), 'Readers again')
  const third = await launch(owner, { name: 'Third offers', segment, topic_uuid: offers.uuid })
  expect((await ended(owner, third)).counts).toEqual({ sent: 1, skipped: 1 })
  for (const parts of [{ topic_uuid: guides.uuid }, {}]) {
    const other = await launch(owner, { name: 'Something else', segment, ...parts })
    expect((await ended(owner, other)).counts).toEqual({ sent: 2 })
  }

  const [ana] = await api(listContacts, { token, query: { search: 'ana@example.com' } })
  const consent = await api(readConsent, { token, params: { uuid: ana?.uuid ?? '' } })
  expect(consent.channels).toMatchObject([{ channel: 'email', status: 'subscribed' }])
  expect(consent.topics.map(({ name, status }) => [name, status])).toEqual([
    ['Guides', 'subscribed'],
    ['Offers', 'unsubscribed'],
  ])
  expect(consent.history).toMatchObject([
    { source: 'one_click', run: { name: 'First offers' }, topic: { name: 'Offers' } },
  ])
  await server.close()
})
