import type { ContactConsent } from '@notifly/contracts/consent/consent'
import type { Topic } from '@notifly/contracts/topics/topics'
import { beforeAll, describe, expect, test } from 'vitest'
import { signDelivery } from '../../lib/delivery-token.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { addContacts, addSegment, setUpEmail } from '../../testing/campaigns.ts'
import { sentRun } from '../../testing/engine/sent-run.ts'

const kit = await testApp()
const { call } = kit
const person = await kit.signUpAndIn()
const newApplication = () => kit.withApplication(person)
const PATH = '/api/audience/topics'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const addTopic = async (who: ApplicationOwner, name: string, description = '') =>
  (await call<Topic>('POST', PATH, { bearer: who.bearer, body: { name, description } })).data
const topics = async (who: ApplicationOwner) => (await call<Topic[]>('GET', PATH, { bearer: who.bearer })).data
const consentOf = async (who: ApplicationOwner, id: string) =>
  (await call<ContactConsent>('GET', `/api/audience/${id}/consent`, { bearer: who.bearer })).data

describe('topics', () => {
  test('have a name of their own, are changed, and listed by name', async () => {
    const owner = await newApplication()
    const offers = await addTopic(owner, 'Offers', 'Once a month')
    await addTopic(owner, 'Guides')
    expect(offers).toMatchObject({ name: 'Offers', description: 'Once a month', left: 0, campaigns: 0 })
    const twice = await call('POST', PATH, { bearer: owner.bearer, body: { name: 'offers' } })
    expect([twice.status, twice.body.errors?.[0]?.field]).toEqual([400, 'name'])
    const path = `${PATH}?uuid=${offers.uuid}`
    expect((await call('PUT', path, { bearer: owner.bearer, body: { name: 'guides' } })).status).toBe(400)
    expect((await call('PUT', path, { bearer: owner.bearer, body: { name: 'Sales' } })).status).toBe(200)
    expect((await topics(owner)).map(topic => topic.name)).toEqual(['Guides', 'Sales'])
    const other = await newApplication()
    expect((await call('DELETE', path, { bearer: other.bearer })).status).toBe(404)
    expect((await call('DELETE', path, { bearer: owner.bearer })).status).toBe(200)
    expect((await topics(owner)).map(topic => topic.name)).toEqual(['Guides'])
  })

  test('stay while a campaign that is still to go out is about them', async () => {
    const owner = await newApplication()
    const topic = await addTopic(owner, 'Offers')
    await setUpEmail(kit, owner)
    await launch(owner, { topic_uuid: topic.uuid, schedule: LATER })
    const refused = await call('DELETE', `${PATH}?uuid=${topic.uuid}`, { bearer: owner.bearer })
    expect([refused.status, refused.data]).toMatchObject([409, { campaigns: [{ name: 'Autumn' }] }])
    const foreign = await newApplication()
    await setUpEmail(kit, foreign)
    const gone = await launch(foreign, { topic_uuid: topic.uuid, schedule: LATER })
    expect([gone.status, gone.body.errors?.[0]?.field]).toEqual([404, 'topic_uuid'])
  })
})

const IN_DAYS = 3 * 86_400
const LATER = {
  message_type: { type: 1, date: Math.floor(Date.now() / 1000) + IN_DAYS },
  campaign_start_date: { type: 3, local_time: 36_000, timezone: 'UTC' },
}

async function launch(who: ApplicationOwner, parts: object) {
  const segment = await addSegment(kit, who, `People ${Math.random()}`, [])
  const body = {
    campaignName: 'Autumn',
    emailSubject: 'Autumn is here',
    emailBody: '<p>Hello</p>',
    audience: { all: true, segment_uuids: [segment] },
    ...parts,
  }
  return call('POST', '/api/notifications/schedule/email', { bearer: who.bearer, body })
}

describe('the page of a recipient', () => {
  let owner: ApplicationOwner
  let offers: Topic
  let guides: Topic

  beforeAll(async () => {
    owner = await newApplication()
    offers = await addTopic(owner, 'Offers', 'Once a month & never more')
    guides = await addTopic(owner, 'Guides')
  })

  /** A sent message about a topic; its page, and the contact who got it. */
  async function message(topic: Topic | null) {
    await kit.database.pool.query('delete from contact where application_id = $1', [owner.applicationId])
    const { runId } = await sentRun(kit.database, owner.applicationId, { contacts: 1 })
    await kit.database.pool.query('update run set topic_id = $2 where run_id = $1', [runId, topic?.uuid ?? null])
    const { rows } = await kit.database.pool.query<{ contact_id: string }>(
      'select contact_id from delivery where run_id = $1',
      [runId],
    )
    const token = signDelivery(kit.deps.secrets, { applicationId: owner.applicationId, runId, seq: 1 })
    const post = (payload: string) => kit.app.inject({ method: 'POST', url: `/u/${token}`, payload, headers: FORM })
    const page = async (query = '') => (await kit.app.inject({ method: 'GET', url: `/u/${token}${query}` })).body
    for (const table of ['topic_departure', 'suppression']) {
      await kit.database.pool.query(`delete from ${table} where application_id = $1`, [owner.applicationId])
    }
    return { contactId: rows[0]?.contact_id ?? '', post, page, runId }
  }

  const standings = async (contactId: string) =>
    Object.fromEntries((await consentOf(owner, contactId)).topics.map(topic => [topic.name, topic.status]))

  test('shows every topic with its description, that of the message first', async () => {
    const { page } = await message(offers)
    const body = await page()
    expect(body).toContain('Once a month &amp; never more')
    expect(body.indexOf('Offers')).toBeLessThan(body.indexOf('Guides'))
    expect(body.match(/role="switch" name="topic_[0-9a-f-]+" checked/g)).toHaveLength(2)
  })

  test('one click leaves the topic of the message and nothing else, and says so', async () => {
    const { contactId, post, page } = await message(offers)
    for (let times = 0; times < 2; times++) {
      expect((await post('List-Unsubscribe=One-Click')).body).toBe('Unsubscribed from "Offers".\n')
    }
    expect(await standings(contactId)).toEqual({ Offers: 'unsubscribed', Guides: 'subscribed' })
    const { channels, history } = await consentOf(owner, contactId)
    expect(channels).toMatchObject([{ channel: 'email', status: 'subscribed' }])
    expect(history).toMatchObject([
      { topic: { uuid: offers.uuid, name: 'Offers' }, status: 'unsubscribed', source: 'one_click' },
    ])
    expect((await page()).match(/role="switch" name="topic_[0-9a-f-]+" checked/g)).toHaveLength(1)
  })

  test('one click on a message without a topic leaves everything', async () => {
    const { contactId, post } = await message(null)
    expect((await post('List-Unsubscribe=One-Click')).body).toBe('Unsubscribed.\n')
    expect((await consentOf(owner, contactId)).channels).toMatchObject([
      { status: 'unsubscribed', source: 'one_click' },
    ])
  })

  test('saves the switches that it showed, and touches no others', async () => {
    const { contactId, post, page } = await message(offers)
    const choose = (shown: Topic[], wanted: Topic[]) =>
      post(
        [
          'action=choose',
          `shown=${shown.map(topic => topic.uuid).join(',')}`,
          ...wanted.map(topic => `topic_${topic.uuid}=on`),
        ].join('&'),
      )
    expect((await choose([offers, guides], [guides])).headers.location).toBe('?lang=en&done=chosen')
    expect(await standings(contactId)).toEqual({ Offers: 'unsubscribed', Guides: 'subscribed' })
    await choose([offers], [])
    await choose([offers], [offers])
    expect(await standings(contactId)).toEqual({ Offers: 'subscribed', Guides: 'subscribed' })
    await post('action=choose')
    expect(await standings(contactId)).toEqual({ Offers: 'subscribed', Guides: 'subscribed' })
    expect(await page('?done=chosen')).toContain('role="status"')
  })

  test('leaving everything comes back only after a further question, with the topics as they were', async () => {
    const { contactId, post, page } = await message(offers)
    await post(`action=choose&shown=${offers.uuid}`)
    await post('action=unsubscribe')
    expect(await page()).not.toContain('role="switch"')
    expect(await page()).not.toContain('value="resubscribe"')
    expect(await page('?ask=resubscribe')).toContain('value="resubscribe"')
    // A form from before: a recipient who left everything chooses nothing.
    await post(`action=choose&shown=${offers.uuid}&topic_${offers.uuid}=on`)
    await post('action=resubscribe')
    expect(await standings(contactId)).toEqual({ Offers: 'unsubscribed', Guides: 'subscribed' })
    expect(
      (await consentOf(owner, contactId)).history.map(change => [change.topic?.name ?? 'all', change.status]),
    ).toEqual([
      ['all', 'subscribed'],
      ['all', 'unsubscribed'],
      ['Offers', 'unsubscribed'],
    ])
  })
})

test('who left a topic, or everything, or had an address that did, is left out of the estimate', async () => {
  const owner = await newApplication()
  const topic = await addTopic(owner, 'Offers')
  const [ana = '', bo = '', cy = ''] = await addContacts(kit, owner, [
    'ana@example.com',
    'bo@example.com',
    'cy@example.com',
  ])
  const leave = (id: string, body: object) =>
    call('POST', `/api/audience/${id}/unsubscribe`, { bearer: owner.bearer, body: { reason: 'wrote to us', ...body } })
  await leave(ana, { topic_uuid: topic.uuid })
  await leave(bo, {})
  // A new contact with the address of one who left.
  await leave(cy, { topic_uuid: topic.uuid })
  await kit.database.pool.query('delete from contact where contact_id = $1', [cy])
  await addContacts(kit, owner, ['cy@example.com'])

  const audience = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
  const estimate = await call('POST', '/api/notifications/estimate/email', {
    bearer: owner.bearer,
    body: { audience, topic_uuid: topic.uuid },
  })
  expect(estimate.data).toMatchObject({
    matched: 3,
    recipients: 0,
    skipped: { unsubscribed_topic: 2, unsubscribed: 1 },
  })
  const other = await call('POST', '/api/notifications/estimate/email', { bearer: owner.bearer, body: { audience } })
  expect(other.data).toMatchObject({ matched: 3, recipients: 2, skipped: { unsubscribed: 1 } })
})
