import type { AuditEntry } from '@notifly/contracts/audit/audit'
import type { ContactConsent } from '@notifly/contracts/consent/consent'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { audienceFiles, formOf } from '../../testing/people/audience-files.ts'
import { addContacts } from '../../testing/campaigns.ts'

const kit = await testApp()
const { call } = kit
const files = audienceFiles(kit)
const person = await kit.signUpAndIn()
const newApplication = () => kit.withApplication(person)

const consentOf = (who: ApplicationOwner, id: string) =>
  call<ContactConsent>('GET', `/api/audience/${id}/consent`, { bearer: who.bearer })
const change = (who: ApplicationOwner, id: string, act: 'unsubscribe' | 'resubscribe', body: object = {}) =>
  call('POST', `/api/audience/${id}/${act}`, { bearer: who.bearer, body: { reason: 'wrote to us', ...body } })

async function addTopic(who: ApplicationOwner, name: string): Promise<string> {
  const { data } = await call<{ uuid: string }>('POST', '/api/audience/topics', { bearer: who.bearer, body: { name } })
  return data.uuid
}

describe('consent by hand', () => {
  test('holds for the contact and its address, and its history says who and why', async () => {
    const owner = await newApplication()
    const [id = ''] = await addContacts(kit, owner, ['ana@example.com'])
    expect((await consentOf(owner, id)).data).toEqual({
      channels: [{ channel: 'email', status: 'subscribed', source: null, since: null, suppressed: null }],
      topics: [],
      history: [],
    })
    expect((await change(owner, id, 'unsubscribe')).status).toBe(200)
    const out = (await consentOf(owner, id)).data
    expect(out.channels).toMatchObject([{ status: 'unsubscribed', source: 'dashboard', suppressed: 'unsubscribe' }])
    expect(out.history).toMatchObject([
      {
        status: 'unsubscribed',
        source: 'dashboard',
        reason: 'wrote to us',
        topic: null,
        by: { name: owner.user.name },
      },
    ])
    kit.clock.advance(1000)
    expect((await change(owner, id, 'resubscribe', { reason: 'asked for it' })).status).toBe(200)
    const back = (await consentOf(owner, id)).data
    expect(back.channels).toMatchObject([{ status: 'subscribed', suppressed: null }])
    expect(back.history.map(each => each.reason)).toEqual(['asked for it', 'wrote to us'])
  })

  test('leaves whole entries in the audit trail: of which channel or topic, what was, what is, and why', async () => {
    const owner = await newApplication()
    const [id = ''] = await addContacts(kit, owner, ['ana@example.com'])
    const topicId = await addTopic(owner, 'Offers')
    for (const about of [{}, { topic_uuid: topicId }]) {
      await change(owner, id, 'unsubscribe', { ...about, reason: 'ana@example.com wrote' })
      await change(owner, id, 'resubscribe', { ...about, reason: 'asked for it' })
    }
    const path = `/authP/audit?organization_uuid=${owner.organizationId}&object=contact&application_uuid=${owner.applicationId}`
    const { data } = await call<AuditEntry[]>('GET', path, { bearer: owner.bearer })
    const [out, back] = ['unsubscribed', 'subscribed']
    const [wrote, asked] = ['a•••@example.com wrote', 'asked for it']
    const channel = { channel: 'email' }
    const topic = { channel: 'email', topic: 'Offers', topic_uuid: topicId }
    expect(data.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['consent.resubscribe', { ...topic, status: out }, { ...topic, status: back, reason: asked }],
      ['consent.unsubscribe', { ...topic, status: back }, { ...topic, status: out, reason: wrote }],
      ['consent.resubscribe', { ...channel, status: out }, { ...channel, status: back, reason: asked }],
      ['consent.unsubscribe', { ...channel, status: back }, { ...channel, status: out, reason: wrote }],
    ])
  })

  test('takes no address off the list that bounced or complained', async () => {
    const owner = await newApplication()
    const [id = ''] = await addContacts(kit, owner, ['ana@example.com'])
    const body = { address: 'ana@example.com', reason: 'complaint' }
    await call('POST', '/api/audience/suppression', { bearer: owner.bearer, body })
    await change(owner, id, 'resubscribe')
    expect((await consentOf(owner, id)).data.channels).toMatchObject([
      { status: 'subscribed', suppressed: 'complaint' },
    ])
  })

  test('needs a reason, a contact and a topic of this application', async () => {
    const [owner, other] = [await newApplication(), await newApplication()]
    const [id = ''] = await addContacts(kit, owner, ['ana@example.com'])
    const foreign = await addTopic(other, 'Offers')
    expect((await change(owner, id, 'unsubscribe', { reason: ' ' })).body.errors?.[0]?.field).toBe('reason')
    expect((await change(owner, id, 'unsubscribe', { topic_uuid: foreign })).body.errors?.[0]?.field).toBe('topic_uuid')
    expect((await change(other, id, 'unsubscribe')).status).toBe(404)
    expect((await consentOf(other, id)).status).toBe(404)
    expect((await consentOf(owner, id)).data.history).toEqual([])
  })

  test('keeps the name of a topic in the history when the topic is gone', async () => {
    const owner = await newApplication()
    const [id = ''] = await addContacts(kit, owner, ['ana@example.com'])
    const topicId = await addTopic(owner, 'Offers')
    await change(owner, id, 'unsubscribe', { topic_uuid: topicId })
    expect((await consentOf(owner, id)).data.topics).toMatchObject([{ name: 'Offers', status: 'unsubscribed' }])
    await call('DELETE', `/api/audience/topics?uuid=${topicId}`, { bearer: owner.bearer })
    const { topics, history } = (await consentOf(owner, id)).data
    expect([topics, history]).toMatchObject([[], [{ topic: { uuid: null, name: 'Offers' }, status: 'unsubscribed' }]])
  })
})

/** Few people and addresses, so that files, edits and departures meet. */
const emails = ['ana@example.com', 'bo@example.com', 'cy@example.com']
const email = fc.constantFrom(...emails)
const externalId = fc.constantFrom('crm-1', 'crm-2', 'crm-3', '')
const which = fc.nat(5)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('import' as const), email, externalId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update' as const), which, email }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), which, email }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), which, onlyTopic: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), email }) },
)

test('no sequence of imports, updates by file and edits lets anybody back in who has left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async steps => {
      const owner = await newApplication()
      const topicId = await addTopic(owner, 'Offers')
      // Who has left, as a person remembers it: the contact and the address, everything or the topic.
      const gone = { all: new Set<string>(), topic: new Set<string>() }
      let imports = 0
      const contacts = async () =>
        (
          await kit.database.kysely
            .selectFrom('contact')
            .where('application_id', '=', owner.applicationId)
            .select(['contact_id as id', 'email_key as email'])
            .orderBy('contact_id')
            .execute()
        ).map(row => ({ id: row.id, email: row.email ?? '' }))
      for (const each of steps) {
        const people = await contacts()
        const chosen = 'which' in each ? people[each.which % Math.max(1, people.length)] : undefined
        if (each.kind === 'import') {
          const file = { name: 'a.csv', content: `email,external_user_id\n${each.email},${each.externalId}\n` }
          const { status, data } = await files.verify(owner, file)
          if (status === 200 && data.expected_users > 0) {
            await files.insert(owner, data.corelation_id, `Import ${imports++}`)
            await files.ended(owner, data.corelation_id)
          }
        } else if (each.kind === 'list') {
          const body = formOf({ name: 'a.csv', content: `email\n${each.email}\n` })
          await call('POST', '/api/audience/suppression/import?reason=unsubscribe', { bearer: owner.bearer, ...body })
          gone.all.add(each.email)
        } else if (chosen === undefined) {
          continue
        } else if (each.kind === 'update') {
          const file = formOf({ name: 'a.csv', content: `uuid,email\n${chosen.id},${each.email}\n` })
          await call('POST', '/api/audience/update', { bearer: owner.bearer, ...file })
        } else if (each.kind === 'edit') {
          await call('PUT', `/api/audience/${chosen.id}`, { bearer: owner.bearer, body: { email: each.email } })
        } else {
          await change(owner, chosen.id, 'unsubscribe', each.onlyTopic ? { topic_uuid: topicId } : {})
          const set = each.onlyTopic ? gone.topic : gone.all
          set.add(chosen.id)
          if (chosen.email !== '') set.add(chosen.email)
        }
        for (const { id, email: address } of await contacts()) {
          const { channels, topics } = (await consentOf(owner, id)).data
          const hasLeft = (set: Set<string>) => set.has(id) || set.has(address)
          const isBack = [hasLeft(gone.all) && channels[0], hasLeft(gone.topic) && topics[0]].filter(
            standing => standing !== false && standing?.status !== 'unsubscribed',
          )
          expect(isBack, `${JSON.stringify(each)} ${address}`).toEqual([])
        }
      }
    }),
    { numRuns: 8 },
  )
}, 120_000)
