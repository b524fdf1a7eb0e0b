/** Sign-up forms, as the people see them who sign up, and the team that reads what came of it. */
import type { Contact } from '@notifly/contracts/contacts/audience'
import type { PersonExport, TimelineEntry } from '@notifly/contracts/contacts/contacts'
import type { SignUpFormRow } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { describe, expect, test, vi } from 'vitest'
import { networkOf, createRateLimit } from '../../lib/rate-limit.ts'
import { dropExpired } from '../../people/sign-ups/sign-ups.ts'
import { testApp } from '../../testing/app.ts'
import { startWorkerForFile } from '../../testing/engine/workers.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { addContacts, addSegment } from '../../testing/campaigns.ts'
import { CONSENT, EMAIL, FORMS, signUpsOf } from '../../testing/people/sign-ups.ts'
import { ADDRESS_RULE, NETWORK_RULE } from './hosted/public-routes.ts'

const kit = await testApp()
await startWorkerForFile(kit)
const { call, clock, mailbox } = kit
const { create, newForm, open, post, submit, linkTo, signUp, tokenIn, ...forms } = signUpsOf(kit)
const { contactOf, consentOf, readForm, newNetwork, newTopic } = forms
const person = await kit.signUpAndIn()
const newApplication = (settings?: object) => forms.newApplication(person, settings)
const owner = await newApplication()
const fresh = () => `ana-${crypto.randomUUID()}@example.com`
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 })
test('a person becomes a contact by confirming, with what they typed, chose and agreed to', async () => {
  const [offers, guides] = [await newTopic(owner, 'Offers'), await newTopic(owner, 'Guides')]
  const segment = await addSegment(kit, owner, 'From the site', [])
  const formId = await newForm(owner, {
    fields: [EMAIL, { name: 'first_name', is_required: true }, { name: 'phone_number', label: 'Mobile' }],
    topic_uuids: [offers, guides],
    segment_uuid: segment,
    intro: 'Once a month & never more',
  })
  const page = await open(`/f/${formId}`)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('Once a month &amp; never more')
  expect(page.body).toContain('I agree to get &lt;b&gt;news&lt;/b&gt; by email.')
  const email = fresh()
  const typed = { email, first_name: 'Ana', phone_number: '+34 612 34 56 78', [`topic-${offers}`]: 'on' }
  const sent = await submit(formId, typed)
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${formId}?done=sent`])
  expect((await open(`/f/${formId}?done=sent`)).body).toContain('Check your inbox')

  const mail = await mailbox.next(email)
  expect(mail).toMatchObject({
    subject: 'Confirm your sign-up',
    from: { address: 'news@shop.example', name: 'The shop' },
  })
  // Strangers cannot have their words sent by us.
  expect(mail.html).not.toContain('Ana')
  const link = /\/f\/confirm\/[\w-]{64}/.exec(mail.text ?? '')?.[0] ?? ''
  for (let scans = 0; scans < 2; scans++) expect((await open(link)).body).toContain('<form method="post"><button>')
  expect(await contactOf(owner, email)).toBeUndefined()
  expect(await readForm(owner, formId)).toMatchObject({ submitted: 1, pending: 1, confirmed: 0, mail_failure: null })

  const confirmed = await post(link, '')
  expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, `../${formId}?done=welcome`])
  expect((await open(`/f/${formId}?done=welcome`)).body).toContain('You’re signed up')
  const contact = await contactOf(owner, email)
  expect(contact).toMatchObject({
    email,
    phone_number: '+34612345678',
    lang: 'en',
    merge_fields: { first_name: 'Ana' },
    segments: [{ name: 'From the site' }],
  })
  const consent = await consentOf(owner, email)
  expect(consent.channels.find(each => each.channel === 'email')).toMatchObject({
    status: 'subscribed',
    source: 'form',
  })
  expect(consent.topics.map(({ name, status }) => [name, status])).toEqual([
    ['Guides', 'unsubscribed'],
    ['Offers', 'subscribed'],
  ])
  const proof = {
    uuid: formId,
    name: expect.stringContaining('Form'),
    text: CONSENT,
    page: `${kit.deps.config.publicUrl}/f/${formId}`,
    submitted_on: expect.any(Number),
    confirmed_on: expect.any(Number),
  }
  expect(consent.history.find(({ topic }) => topic === null)).toMatchObject({ source: 'form', form: proof })
  const timeline = await call<TimelineEntry[]>('GET', `/api/audience/${contact?.uuid}/timeline`, {
    bearer: owner.bearer,
  })
  expect(timeline.data.map(({ kind }) => kind)).toEqual(['signed_up', 'added'])
  const exported = await call<PersonExport>('POST', `/api/audience/${contact?.uuid}/export`, { bearer: owner.bearer })
  expect(exported.data.sign_ups).toEqual([proof])

  // The link again, by the person or by a program.
  expect((await open(link)).body).toContain('You’re signed up')
  expect((await post(link, '')).statusCode).toBe(303)
  expect((await consentOf(owner, email)).history).toHaveLength(3)
  expect(await readForm(owner, formId)).toMatchObject({ submitted: 1, pending: 0, confirmed: 1 })
  const { rows } = await kit.database.pool.query('select email_key, answers from sign_up where form_id = $1', [formId])
  expect(rows).toEqual([{ email_key: '', answers: {} }])
})

describe('who signs up', () => {
  test('does not learn whether an address is a contact', async () => {
    const formId = await newForm(owner)
    const known = fresh()
    await addContacts(kit, owner, [known])
    const answers = await Promise.all([known, fresh()].map(email => submit(formId, { email })))
    const told = answers.map(({ statusCode, headers: { location }, body }) => ({ statusCode, location, body }))
    expect(told[0]).toEqual(told[1])
  })

  test('changes a contact that is theirs by confirming, and doubles nobody', async () => {
    const formId = await newForm(owner, { fields: [EMAIL, { name: 'first_name' }, { name: 'last_name' }] })
    const email = fresh()
    await addContacts(kit, owner, [email])
    await signUp(formId, email.toUpperCase().replace('@EXAMPLE.COM', '@example.com'), {
      first_name: 'Ana',
      last_name: '',
    })
    const { data } = await call<Contact[]>('GET', `/api/audience?search=${email}`, { bearer: owner.bearer })
    expect(data).toMatchObject([{ email, merge_fields: { first_name: 'Ana' } }])
  })

  test('comes back after having left, by their own confirmation', async () => {
    const topic = await newTopic(owner, 'Recipes')
    const formId = await newForm(owner, { topic_uuids: [topic] })
    const email = fresh()
    const [id] = await addContacts(kit, owner, [email])
    for (const about of [{}, { topic_uuid: topic }]) {
      const body = { reason: 'wrote to us', ...about }
      await call('POST', `/api/audience/${id}/unsubscribe`, { bearer: owner.bearer, body })
    }
    clock.advance(1000)
    await signUp(formId, email, { [`topic-${topic}`]: 'on' })
    const { channels, topics } = await consentOf(owner, email)
    expect(channels).toMatchObject([{ status: 'subscribed', suppressed: null }])
    expect(topics.find(({ name }) => name === 'Recipes')).toMatchObject({ status: 'subscribed', source: 'form' })
  })

  test('is not written to where the address complained, erased or not', async () => {
    const formId = await newForm(owner)
    const [complained, erased] = [fresh(), fresh()]
    for (const address of [complained, erased]) {
      await call('POST', '/api/audience/suppression', { bearer: owner.bearer, body: { address, reason: 'complaint' } })
    }
    const [id] = await addContacts(kit, owner, [erased])
    await call('POST', `/api/audience/${id}/erase`, { bearer: owner.bearer, body: {} })
    for (const email of [complained, erased]) expect((await submit(formId, { email })).statusCode).toBe(303)
    await eventually(async () => expect(await readForm(owner, formId)).toMatchObject({ submitted: 2, pending: 0 }))
    expect([mailbox.waiting(complained), mailbox.waiting(erased)]).toEqual([0, 0])
  })

  test('comes back after having been erased, as somebody new, and with a new sign-up', async () => {
    const formId = await newForm(owner)
    const email = fresh()
    const [id] = await addContacts(kit, owner, [email])
    await submit(formId, { email })
    const link = await linkTo(email)
    await call('POST', `/api/audience/${id}/unsubscribe`, { bearer: owner.bearer, body: { reason: 'asked' } })
    await call('POST', `/api/audience/${id}/erase`, { bearer: owner.bearer, body: {} })
    expect((await post(link, '')).statusCode).toBe(410)
    await signUp(formId, email)
    const { channels, history } = await consentOf(owner, email)
    expect(channels).toMatchObject([{ status: 'subscribed', suppressed: null }])
    expect(history).toHaveLength(1)
  })

  test('goes where the form says, once confirmed', async () => {
    const redirect_url = 'https://shop.example/thanks'
    const formId = await newForm(owner, { redirect_url })
    const email = fresh()
    await submit(formId, { email })
    const link = await linkTo(email)
    expect((await open(link)).headers['content-security-policy']).toContain("form-action 'self' https://shop.example;")
    expect((await post(link, '')).headers.location).toBe(redirect_url)
  })

  test('finds an end behind a link that is too old, of a deleted form, or none of ours', async () => {
    const [formId, deleted] = [await newForm(owner), await newForm(owner)]
    const [old, gone] = await Promise.all(
      [formId, deleted].map(async id => {
        const email = fresh()
        await submit(id, { email })
        return linkTo(email)
      }),
    )
    await call('DELETE', `${FORMS}/${deleted}`, { bearer: owner.bearer })
    await kit.database.pool.query('update sign_up set expires_at = $2 where form_id = $1', [formId, clock.now()])
    for (const link of [old ?? '', gone ?? '', `/f/confirm/${'a'.repeat(64)}`, '/f/confirm/x']) {
      for (const answer of [await open(link), await post(link, '')]) {
        expect([answer.statusCode, answer.body]).toEqual([410, expect.stringContaining('has expired')])
      }
    }
    expect((await open(old ?? '')).body).toContain(`href="../${formId}"`)
    await dropExpired(kit.database.kysely, clock.now())
    const { rows } = await kit.database.pool.query('select from sign_up where form_id = any($1)', [[formId, deleted]])
    expect(rows).toEqual([])
    for (const path of [`/f/${deleted}`, '/f/x', `/f/${crypto.randomUUID()}`])
      expect((await open(path)).statusCode).toBe(404)
  })
})

describe('without a confirmation', () => {
  test('people are contacts at once, and nobody else is changed or brought back', async () => {
    const redirect_url = 'https://shop.example/thanks'
    const fields = [EMAIL, { name: 'first_name' }]
    const formId = await newForm(owner, { double_opt_in: false, redirect_url, fields })
    const [email, left] = [fresh(), fresh()]
    const [id] = await addContacts(kit, owner, [left])
    await call('PUT', `/api/audience/${id}`, { bearer: owner.bearer, body: { merge_fields: { first_name: 'Bo' } } })
    await call('POST', `/api/audience/${id}/unsubscribe`, { bearer: owner.bearer, body: { reason: 'asked' } })
    const sent = await submit(formId, { email, first_name: 'Ana' })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, redirect_url])
    await submit(formId, { email: left, first_name: 'Mallory' })
    await eventually(async () => expect(await readForm(owner, formId)).toMatchObject({ confirmed: 2, pending: 0 }))
    expect(await contactOf(owner, email)).toMatchObject({ merge_fields: { first_name: 'Ana' } })
    expect(await contactOf(owner, left)).toMatchObject({ merge_fields: { first_name: 'Bo' } })
    expect((await consentOf(owner, email)).history).toMatchObject([{ form: { confirmed_on: null } }])
    const { channels, history } = await consentOf(owner, left)
    expect(channels).toMatchObject([{ status: 'unsubscribed', suppressed: 'unsubscribe' }])
    expect(history).toMatchObject([{ status: 'unsubscribed' }])
    expect(mailbox.waiting(email)).toBe(0)
  })
})

describe('programs that fill in forms', () => {
  const submitted = async (formId: string) => (await readForm(owner, formId)).submitted

  test('who fills what nobody sees is told what everybody is told, and nothing is kept', async () => {
    const formId = await newForm(owner)
    const sent = await submit(formId, { email: fresh(), 'web-address': 'https://spam.example' })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${formId}?done=sent`])
    expect(await submitted(formId)).toBe(0)
  })

  test('a form of a site, too fast, too late, of another form or changed is shown once more with what was typed', async () => {
    const [formId, other] = [await newForm(owner), await newForm(owner)]
    const email = fresh()
    const fields = { email, 'form-consent': 'on' }
    const again = async (token: string, headers = {}) => {
      const answer = await post(`/f/${formId}`, { ...fields, 'form-token': token }, { headers })
      expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(`value="${email}"`)])
      expect(answer.body).toContain('press the button again')
      expect(answer.body).toContain('name="form-consent" required checked')
      return tokenIn(answer.body)
    }
    const shown = async (id: string) => tokenIn((await open(`/f/${id}`)).body)
    await again('')
    await again('x.y')
    const late = await shown(formId)
    clock.advance(7 * 3_600_000)
    await again(late)
    Object.assign(person, await approvalTeamOf(kit).renew(person))
    Object.assign(owner, await approvalTeamOf(kit).renew(owner))
    const foreign = await shown(other)
    clock.advance(2000)
    await again(foreign)
    const before = await shown(formId)
    clock.advance(2000)
    const { content } = await readForm(owner, formId)
    await call('PUT', `${FORMS}/${formId}`, { bearer: owner.bearer, body: { ...content, consent_text: 'Other words' } })
    await again(before)
    await again(await shown(formId))
    // A person presses the button again, and the page of the site is kept.
    const token = await again('', { referer: 'https://shop.example/news?user=7#top' })
    clock.advance(2000)
    expect((await post(`/f/${formId}`, { ...fields, 'form-token': token })).statusCode).toBe(303)
    const { rows } = await kit.database.pool.query<{ answers: object }>(
      'select answers from sign_up where form_id = $1',
      [formId],
    )
    expect(rows).toMatchObject([{ answers: { page: 'https://shop.example/news', consent_text: 'Other words' } }])
  })

  test('a network that floods waits, and keeps what it typed; an address gets a few emails', async () => {
    const formId = await newForm(owner)
    const network = newNetwork()
    const limit = createRateLimit(kit.database.pool, NETWORK_RULE)
    for (let n = 0; n < NETWORK_RULE.attempts; n++) await limit.take(networkOf(network, 48))
    const refused = await submit(formId, { email: 'typed@example.com' }, { network })
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(refused.body).toContain('value="typed@example.com"')
    expect((await submit(formId, { email: fresh() })).statusCode).toBe(303)
    const email = fresh()
    for (let n = 0; n <= ADDRESS_RULE.attempts; n++) expect((await submit(formId, { email })).statusCode).toBe(303)
    expect(await submitted(formId)).toBe(1 + ADDRESS_RULE.attempts)
  })

  test('what no person types is refused at its field, or as a whole, and never becomes HTML', async () => {
    const fields = [EMAIL, { name: 'first_name', is_required: true }, { name: 'phone_number' }]
    const formId = await newForm(owner, { fields, double_opt_in: false })
    const hostile = { email: '"><script>', first_name: '<img src=x onerror=alert(1)>', phone_number: '12' }
    const refused = await submit(formId, hostile)
    expect(refused.statusCode).toBe(400)
    expect(refused.body).not.toMatch(/<script|<img/)
    expect(refused.body.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect((await submit(formId, { email: fresh(), first_name: '' })).body).toContain('Fill in this field.')
    expect((await submit(formId, { email: fresh(), first_name: 'x'.repeat(600) })).statusCode).toBe(400)
    expect((await post(`/f/${formId}`, `email=${'a'.repeat(10_000_000)}`)).statusCode).toBe(413)
    const many = Array.from({ length: 1000 }, (_, n) => `f${n}=1`).join('&')
    expect((await post(`/f/${formId}`, many)).statusCode).toBe(413)
    expect((await submit(formId, { email: 'a\0b@example.com', first_name: 'x' })).statusCode).toBe(400)
    expect((await post(`/f/${formId}`, 'email[a][b]=1&first_name[]=2&__proto__[x]=1')).statusCode).toBeLessThan(500)
    expect(await submitted(formId)).toBe(0)
    const email = fresh()
    await submit(formId, { email, first_name: 'A\u0007na\r\nBcc: \u202egpj', web: 'x', is_test: 'true' })
    await eventually(async () => expect(await contactOf(owner, email)).toBeDefined())
    expect(await contactOf(owner, email)).toMatchObject({
      merge_fields: { first_name: 'A na Bcc: gpj' },
      is_test: false,
    })
  })
})

describe('the team', () => {
  test('is told why confirmation emails do not go out', async () => {
    const who = await newApplication({ port_no: 1 })
    const formId = await newForm(who)
    await submit(formId, { email: fresh() })
    await eventually(async () => {
      const { data } = await call<SignUpFormRow[]>('GET', FORMS, { bearer: who.bearer })
      expect(data).toMatchObject([{ uuid: formId, mail_failure: { count: 1, message: expect.stringMatching(/./) } }])
    })
  })

  test('writes forms with what its application has, and nothing of another', async () => {
    const other = await newApplication()
    const [topic, segment] = [await newTopic(other, 'Theirs'), await addSegment(kit, other, 'Theirs', [])]
    const wrong: [object, string][] = [
      [{ topic_uuids: [topic] }, 'topic_uuids'],
      [{ segment_uuid: segment }, 'segment_uuid'],
      [{ fields: [EMAIL, { name: 'shoe_size' }] }, 'fields'],
      [{ fields: [{ name: 'first_name' }] }, 'fields'],
      [{ fields: [EMAIL, EMAIL] }, 'fields'],
      [{ redirect_url: 'http://shop.example' }, 'redirect_url'],
      [{ redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
      [{ consent_text: ' ' }, 'consent_text'],
      [{ title: 'a\nb' }, 'title'],
    ]
    for (const [content, field] of wrong) {
      const { status, body } = await create(owner, content)
      expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    }
    const name = 'Only once'
    const formId = await newForm(owner, { name })
    expect((await create(owner, { name: 'ONLY once' })).body.errors?.[0]?.field).toBe('name')
    for (const [method, body] of [
      ['GET'],
      ['PUT', { name, fields: [EMAIL], consent_text: 'x' }],
      ['DELETE'],
    ] as const) {
      expect((await call(method, `${FORMS}/${formId}`, { bearer: other.bearer, body })).status).toBe(404)
    }
  })

  test('cannot take away what a form needs, and turns it off instead', async () => {
    const who = await newApplication()
    const segment = await addSegment(kit, who, 'Newsletter', [])
    await call('POST', '/api/audience', {
      bearer: who.bearer,
      body: { email: fresh(), merge_fields: { city: 'Pune' } },
    })
    const fields = [EMAIL, { name: 'city', label: 'Town' }]
    const formId = await newForm(who, { name: 'Footer', segment_uuid: segment, fields })
    const bySegment = await call('DELETE', `/api/audience/segment?segment_uuid=${segment}`, { bearer: who.bearer })
    expect([bySegment.status, bySegment.data]).toMatchObject([409, { forms: [{ uuid: formId, name: 'Footer' }] }])
    const byField = await call('DELETE', '/api/audience/merge-fields?name=city', { bearer: who.bearer })
    expect([byField.status, byField.data]).toMatchObject([409, { forms: [{ uuid: formId, name: 'Footer' }] }])
    const { content, snippets, link } = await readForm(who, formId)
    expect(snippets.form).toContain(`<form action="${link}" method="post">`)
    expect(snippets.form).toContain('name="city"')
    expect(snippets.frame).toContain(`src="${link}?embed=1"`)
    const framed = await open(`/f/${formId}?embed=1`)
    expect(framed.headers['x-frame-options']).toBeUndefined()
    expect(framed.headers['content-security-policy']).not.toContain('frame-ancestors')
    expect((await open(`/f/${formId}`)).headers['content-security-policy']).toContain("frame-ancestors 'none'")
    await call('PUT', `${FORMS}/${formId}`, { bearer: who.bearer, body: { ...content, is_on: false } })
    for (const answer of [await open(`/f/${formId}`), await post(`/f/${formId}`, { email: fresh() })]) {
      expect([answer.statusCode, answer.body]).toEqual([410, expect.stringContaining('This form is closed')])
    }
  })

  test('has a form approved where it asks for that, and sees it before it is saved', async () => {
    const team = approvalTeamOf(kit)
    const maker = await team.maker(owner)
    const held = await create(maker, { name: 'Asked for' })
    expect(held.status).toBe(202)
    expect((await call('GET', `${FORMS}?search=Asked`, { bearer: owner.bearer })).data).toEqual([])
    const path = `/api/approvals/${(held.data as unknown as { approval_uuid: string }).approval_uuid}`
    await call('POST', path, { bearer: owner.bearer, body: { decision: 'approve' } })
    const { data } = await call<SignUpFormRow[]>('GET', `${FORMS}?search=Asked`, { bearer: owner.bearer })
    expect(data).toMatchObject([{ name: 'Asked for', is_on: true, double_opt_in: true }])
    const preview = await call<{ page: string; mail: { subject: string } }>('POST', `${FORMS}/preview`, {
      bearer: owner.bearer,
      body: { language: 'hi', fields: [EMAIL], title: '<i>Hi</i>' },
    })
    expect(preview.data.page).toContain('&lt;i&gt;Hi&lt;/i&gt;')
    expect(preview.data.mail.subject).toBe('अपने साइन-अप की पुष्टि करें')
  })
})
