/** Messages of programs: taken, stored, sent through the engine, found again. */
import type { TimelineEntry } from '@notifly/contracts/contacts/contacts'
import type { LogEntry } from '@notifly/contracts/logs/logs'
import type { AcceptedMessage, Message, MessageDetails, MessageResult } from '@notifly/contracts/messages/messages'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { APP_SECRET, testApp } from '../../testing/app.ts'
import { setUpEmail } from '../../testing/campaigns.ts'
import { newProgram } from '../../testing/programs.ts'
import { startEngine } from '../../testing/engine/workers.ts'
import { startMisbehavingSmtp } from '../../testing/channels/misbehaving-smtp.ts'

const PATH = '/api/v1/messages'
const kit = await testApp()
const { database, clock } = kit
await ensureLeaves(database, clock.now())
const smtp = await startMisbehavingSmtp({
  ehlo: '250-test server\r\n250-PIPELINING\r\n250-AUTH PLAIN LOGIN\r\n250 ENHANCEDSTATUSCODES',
  rcpt: (_, line) => (line.includes('nobody@') ? '550 5.1.1 No such user' : '250 2.1.5 Ok'),
})
afterAll(() => smtp.close())

const owner = await kit.withApplication()
const stranger = await kit.withApplication()
const scopes = ['messages:send', 'messages:read', 'contacts:read', 'contacts:write'] as const
const program = await newProgram(kit, owner, [...scopes], { rate_limit: 1000 })
const other = await newProgram(kit, stranger, [...scopes])
await setUpEmail(kit, owner)
await database.pool.query(`update channel_configuration set settings = settings || $2 where application_id = $1`, [
  owner.applicationId,
  { host: '127.0.0.1', port: smtp.port, port_no: smtp.port, security: 'none' },
])

async function addTemplate(name: string, type: string, content: object): Promise<string> {
  const body = { type, name, ...content }
  const { data, status } = await kit.call<{ template_uuid: string }>('POST', '/api/template', {
    bearer: owner.bearer,
    body,
  })
  expect(status).toBeLessThan(300)
  return data.template_uuid
}

const receipt = await addTemplate('receipt', 'Email', {
  subject: 'Order {{ order }}',
  html: '<p>Hello {{ first_name | default: "you" }}, {% for item in items %}{{ item.name }} {% endfor %}<a href="https://shop.example/o/{{ order }}">Order</a></p>',
})
await addTemplate('code', 'SMS', { text: 'Code {{ code }}' })
await program.call('PUT', '/api/v1/contacts/ann', {
  email: 'Ann@Example.com',
  merge_fields: { first_name: 'Ann' },
})
const { data: ann } = await program.call<{ uuid: string }>('GET', '/api/v1/contacts/ann')

const send = (body: unknown, key?: string) => {
  const headers = { authorization: program.authorization, ...(key !== undefined && { 'idempotency-key': key }) }
  return kit.call<AcceptedMessage>('POST', PATH, { headers, body })
}
const read = async (id: string) => (await program.call<MessageDetails>('GET', `${PATH}/${id}`)).data
const list = async (query: string) =>
  (await program.call<{ messages: Message[]; next: string | null }>('GET', `${PATH}?${query}`)).data
const stored = async () => {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from message')
  return rows[0]?.n
}
const becomes = (id: string, status: string) =>
  vi.waitFor(async () => expect((await read(id)).status).toBe(status), { timeout: 40_000, interval: 30 })
const tomorrow = () => Math.floor(clock.now().getTime() / 1000) + 86_400

const CONTENT = { subject: 'Hi', html: '<p>Hi</p>' }
const MAIL = { channel: 'email', to: 'bob@example.com', content: CONTENT }

describe('what is refused, with nothing stored', () => {
  const cases: [what: string, body: unknown, field: string, status?: number][] = [
    ['no channel', { to: 'a@example.com', content: CONTENT }, 'channel'],
    ['another channel', { ...MAIL, channel: 'fax' }, 'channel'],
    ['a channel that is not set up', { channel: 'sms', to: '+34699112233', content: { text: 'x' } }, 'channel'],
    ['no receiver', { channel: 'email', content: CONTENT }, 'to'],
    ['a receiver that is a number', { ...MAIL, to: 7 }, 'to'],
    ['a contact that is not there', { ...MAIL, to: 'nobody' }, 'to', 404],
    ['an id that is not there', { ...MAIL, to: { contact_uuid: receipt } }, 'to', 404],
    [
      'an address for a notification',
      { channel: 'webpush', to: '+34699112233', content: { title: 'x' }, create_contact: true },
      'to',
    ],
    ['neither template nor content', { channel: 'email', to: 'a@example.com' }, 'template'],
    ['both', { ...MAIL, template: 'receipt' }, 'template'],
    ['an unknown template', { channel: 'email', to: 'a@example.com', template: 'nothing' }, 'template'],
    ['a template of another channel', { channel: 'email', to: 'a@example.com', template: 'code' }, 'template'],
    ['a missing merge field', { channel: 'email', to: 'a@example.com', template: 'receipt' }, 'merge.order'],
    ['no subject', { ...MAIL, content: { html: '<p>x</p>' } }, 'content.subject'],
    ['broken Liquid', { ...MAIL, content: { subject: 'Hi {{ a', html: '<p>x</p>' } }, 'content.subject'],
    ['a merge field with a bad name', { ...MAIL, merge: { 'A B': 1 } }, 'merge.A B'],
    [
      'merge fields that are too deep',
      { ...MAIL, merge: { a: JSON.parse('['.repeat(20) + ']'.repeat(20)) as unknown } },
      'merge.a',
    ],
    ['merge fields that are too long', { ...MAIL, merge: { a: 'x'.repeat(70_000) } }, 'merge'],
    ['an unknown class', { ...MAIL, class: 'urgent' }, 'class'],
    ['a topic that is not there', { ...MAIL, topic: receipt }, 'topic'],
    ['metadata that is no text', { ...MAIL, metadata: { a: 1 } }, 'metadata.a'],
    [
      'metadata that is too long',
      { ...MAIL, metadata: Object.fromEntries([...'abcdefghij'].map(name => [name, 'x'.repeat(500)])) },
      'metadata',
    ],
    ['a tag with a space', { ...MAIL, tags: ['a b'] }, 'tags.0'],
    ['too many tags', { ...MAIL, tags: [...'abcdefghijkl'] }, 'tags'],
    ['a moment that is none', { ...MAIL, send_at: 'tomorrow' }, 'send_at'],
    ['a moment that has passed', { ...MAIL, send_at: '2020-01-01T00:00:00Z' }, 'send_at'],
    ['a moment too far ahead', { ...MAIL, send_at: tomorrow() + 40 * 86_400 }, 'send_at'],
    ['a copy to no address', { ...MAIL, cc: ['nobody'] }, 'cc.0'],
    ['an answer to no address', { ...MAIL, reply_to: 'nobody' }, 'reply_to'],
    ['a header of ours', { ...MAIL, headers: { From: 'x@example.com' } }, 'headers.From'],
    ['a header on two lines', { ...MAIL, headers: { 'X-A': 'a\r\nBcc: b@example.com' } }, 'headers.X-A'],
    ['copies of a text', { channel: 'sms', to: '+34699112233', content: { text: 'x' }, cc: ['a@example.com'] }, 'cc'],
    [
      'a file of a bad kind',
      { ...MAIL, attachments: [{ filename: 'a.exe', type: 'x/y', content: 'QQ==' }] },
      'attachments.0',
    ],
  ]

  test.each(cases)('%s', async (_, body, field, status = 400) => {
    const before = await stored()
    const { status: answered, body: answer } = await send(body)
    expect([answered, answer.errors?.[0]?.field]).toEqual([status, field])
    expect(answer.errors?.[0]?.message).not.toBe('')
    expect(await stored()).toBe(before)
    // A batch says the same of it, and keeps none of the others back.
    const batch = await program.call<MessageResult[]>('POST', `${PATH}/batch`, { messages: [body] })
    expect(batch.status).toBe(202)
    expect(batch.data[0]).toMatchObject({ id: null, status: 'refused', error: { errors: [{ field }] } })
  })

  test('what no database stores, keys without the scope, and others', async () => {
    for (const text of ['a\0b', '\ud800']) {
      expect((await send({ ...MAIL, metadata: { a: text } })).status).toBe(400)
    }
    expect((await send({ ...MAIL, content: { ...CONTENT, html: 'x'.repeat(5_000_000) } })).status).toBe(413)
    expect((await send(MAIL, 'ключ'.repeat(80))).status).toBe(400)
    const reader = await newProgram(kit, owner, ['messages:read'])
    expect((await reader.call('POST', PATH, MAIL)).status).toBe(403)
    expect((await kit.call('POST', PATH, { body: MAIL })).status).toBe(401)
    const { data } = await send({ ...MAIL, send_at: tomorrow() })
    for (const method of ['GET', 'DELETE'] as const)
      expect((await other.call(method, `${PATH}/${data.id}`)).status).toBe(404)
    expect((await other.call<{ messages: Message[] }>('GET', PATH)).data.messages).toEqual([])
    await program.call('DELETE', `${PATH}/${data.id}`)
  })
})

describe('the same call again', () => {
  const later = { ...MAIL, to: 'cleo@example.com', send_at: tomorrow() }

  test('answers the first answer, also to calls at the same moment; with another body it is refused', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => send(later, 'order-1')))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2)
    const { status, body } = await send({ ...later, to: 'dan@example.com' }, 'order-1')
    expect([status, body.key]).toEqual([409, 'messages.keyReused'])
    expect((await list('key=order-1')).messages.map(({ to }) => to)).toEqual(['cleo@example.com'])
    const own = { authorization: other.authorization, 'idempotency-key': 'order-1' }
    expect((await kit.call('POST', PATH, { headers: own, body: later })).body.errors?.[0]?.field).toBe('channel')
  })

  test('a refused call does not use up its key; a batch is answered alike', async () => {
    expect((await send({ ...later, to: 'nobody' }, 'order-2')).status).toBe(404)
    expect((await send(later, 'order-2')).status).toBe(202)
    const headers = { authorization: program.authorization, 'idempotency-key': 'batch-1' }
    const body = { messages: [later, { ...later, to: 'nobody' }] }
    const [first, second] = [
      await kit.call<MessageResult[]>('POST', `${PATH}/batch`, { headers, body }),
      await kit.call<MessageResult[]>('POST', `${PATH}/batch`, { headers, body }),
    ]
    expect(first.data.map(({ status }) => status)).toEqual(['scheduled', 'refused'])
    expect(second.data).toEqual(first.data)
  })
})

test('contents of a batch that take long to prepare use up its time, and the rest of them is refused', async () => {
  const links = '<a href="https://shop.example/{{ first_name }}">x</a>'.repeat(1900)
  const costly = Array.from({ length: 25 }, (_, no) => ({
    ...MAIL,
    merge: { first_name: 'Bob' },
    send_at: tomorrow(),
    content: { subject: `${no}`, html: links },
  }))
  const { status, data } = await program.call<MessageResult[]>('POST', `${PATH}/batch`, { messages: costly })
  expect(status).toBe(202)
  const [first] = data
  expect(first?.status).toBe('scheduled')
  expect(data.at(-1)).toMatchObject({ status: 'refused', error: { key: 'templates.versions.slowToPrepare' } })
  for (const { id } of data) if (id !== null) await program.call('DELETE', `${PATH}/${id}`)
})

describe('whom a message goes to', () => {
  const later = { ...MAIL, send_at: tomorrow() }
  const contactOf = async ({ data }: { data: AcceptedMessage }) => (await read(data.id)).contact_uuid

  test('an address stands alone; where a contact is asked for, its contact is found or added once', async () => {
    const to = 'Eve@Example.com'
    expect(await contactOf(await send({ ...later, to }))).toBeNull()
    const asked = await Promise.all([1, 2].map(() => send({ ...later, to, create_contact: true })))
    const [added, again] = await Promise.all(asked.map(contactOf))
    expect(added).not.toBeNull()
    expect(again).toBe(added)
    // Marketing asks for the contact by itself, since it obeys what that one wishes.
    expect(await contactOf(await send({ ...later, to, class: 'marketing' }))).toBe(added)
    expect(await contactOf(await send({ ...later, to }))).toBeNull()
  })

  test('the address of an erased person whose mails bounced is refused', async () => {
    const to = 'gone@example.com'
    await program.call('PUT', '/api/v1/contacts/gone', { email: to })
    const barred = { channel: 'email', address: to, reason: 'manual', note: '' }
    expect((await kit.call('POST', '/api/audience/suppression', { bearer: owner.bearer, body: barred })).status).toBe(
      201,
    )
    await program.call('DELETE', '/api/v1/contacts/gone')
    for (const [sent, field] of [
      [{ to }, 'to'],
      [{ cc: [to] }, 'cc.0'],
      [{ to: 'ann', cc: ['boss@example.com', to] }, 'cc.1'],
    ] as const) {
      const { status, body } = await send({ ...later, ...sent })
      expect([status, body.errors]).toMatchObject([400, [{ field, key: 'messages.erased' }]])
    }
  })

  test('contacts, templates and topics of another application are as good as not there', async () => {
    const third = await kit.withApplication()
    const theirs = await newProgram(kit, third, [...scopes])
    await setUpEmail(kit, third)
    const topic = await kit.call<{ uuid: string }>('POST', '/api/audience/topics', {
      bearer: owner.bearer,
      body: { name: 'News' },
    })
    const cases: [sent: object, field: string][] = [
      [{ to: { contact_uuid: ann.uuid } }, 'to'],
      [{ to: ann.uuid }, 'to'],
      [{ to: 'ann' }, 'to'],
      [{ template: receipt, content: undefined }, 'template'],
      [{ class: 'marketing', topic: topic.data.uuid }, 'topic'],
    ]
    for (const [sent, field] of cases) {
      const { body } = await theirs.call('POST', PATH, { ...later, ...sent })
      expect([field, body.errors?.map(error => error.field)]).toEqual([field, [field]])
    }
    expect((await send({ ...later, class: 'marketing', topic: topic.data.uuid })).status).toBe(202)
  })
})

test('of calls that are stored together the one that cannot be stored fails alone', async () => {
  await database.pool.query(
    `create function refuse_message() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse_message before insert on message for each row when (new.receiver = 'bad@example.com')
       execute function refuse_message()`,
  )
  const to = ['one@example.com', 'two@example.com', 'bad@example.com', 'four@example.com']
  const answers = await Promise.all(to.map(each => send({ ...MAIL, to: each, send_at: tomorrow() }, each)))
  await database.pool.query('drop trigger refuse_message on message; drop function refuse_message')
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 500, 202])
  const stored = await Promise.all(answers.flatMap(({ status, data }) => (status === 202 ? [read(data.id)] : [])))
  expect(stored.map(message => message.to)).toEqual(to.filter(each => each !== 'bad@example.com'))
  // Its key is as free as before.
  expect((await send({ ...MAIL, to: 'bad@example.com', send_at: tomorrow() }, 'bad@example.com')).status).toBe(202)
})

test('a message that waits for its time is cancelled once', async () => {
  const { data } = await send({ ...MAIL, send_at: tomorrow(), tags: ['wait'] })
  expect(data.status).toBe('scheduled')
  expect((await read(data.id)).status).toBe('scheduled')
  expect((await program.call('DELETE', `${PATH}/${data.id}`)).data).toEqual({ id: data.id, status: 'cancelled' })
  expect((await program.call('DELETE', `${PATH}/${data.id}`)).status).toBe(409)
  expect(await read(data.id)).toMatchObject({ status: 'cancelled', reason: 'message_cancelled' })
})

test('lists find messages by tag, receiver, status and channel, page by page', async () => {
  const ids: string[] = []
  for (const to of ['e1@example.com', 'e2@example.com', 'ann']) {
    ids.unshift((await send({ ...MAIL, to, send_at: tomorrow(), tags: ['paged', to.slice(0, 2)] })).data.id)
  }
  const found = async (query: string) => (await list(query)).messages.map(({ id }) => id)
  expect(await found('tag=paged')).toEqual(ids)
  expect(await found('tag=paged&status=scheduled&channel=email')).toEqual(ids)
  expect(await found('tag=paged&status=sent')).toEqual([])
  expect(await found('to=E1@example.com')).toEqual([ids[2]])
  for (const to of ['ann', ann.uuid, 'ann@example.com']) expect(await found(`to=${to}`)).toEqual([ids[0]])
  const first = await list('tag=paged&limit=2')
  expect(first.messages.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(await found(`tag=paged&limit=2&cursor=${first.next ?? ''}`)).toEqual(ids.slice(2))
})

test('a page is full however many messages of another status lie before it', async () => {
  const later = { ...MAIL, to: 'e1@example.com', send_at: tomorrow() }
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.unshift((await send(later)).data.id)
  for (const id of ids) await program.call('DELETE', `${PATH}/${id}`)
  const messages = Array.from({ length: 1000 }, () => later)
  for (const batch of [messages, messages.slice(0, 1)]) {
    expect((await program.call('POST', `${PATH}/batch`, { messages: batch })).status).toBe(202)
  }
  const first = await list('status=cancelled&channel=email&limit=2')
  expect(first.messages.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect((await list(`status=cancelled&limit=2&cursor=${first.next ?? ''}`)).messages[0]?.id).toBe(ids[2])
  expect(await list('status=cancelled&channel=sms')).toEqual({ messages: [], next: null })
})

describe('through the engine', () => {
  test('a template with merge fields, copies, headers and a file goes out once, and its trail tells', async () => {
    await startEngine(database, { masterSecret: APP_SECRET, tuning: { pollMs: 50, sweepMs: 50 } })
    const sent = await send({
      channel: 'email',
      to: 'ann',
      template: 'receipt',
      merge: { order: 'A-17', items: [{ name: 'Tea' }, { name: 'Cup' }] },
      cc: ['boss@example.com'],
      reply_to: 'help@example.com',
      headers: { 'X-Order': '17' },
      attachments: [{ filename: 'invoice.txt', type: 'text/plain', content: Buffer.from('42').toString('base64') }],
      metadata: { order: '17' },
    })
    const alone = await send({
      ...MAIL,
      to: 'Solo@example.com',
      content: { subject: 'Hi {{ email }}', text: 'Line\nTwo <{{ name }}>' },
      merge: { name: 'Solo' },
    })
    await becomes(sent.data.id, 'sent')
    await becomes(alone.data.id, 'sent')
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(3), 10_000)
    const [own, copy] = ['ann@example.com', 'boss@example.com'].map(to =>
      smtp.mails.find(mail => mail.to.toLowerCase() === to),
    )
    for (const mail of [own, copy]) {
      expect(mail?.content).toMatch(/^To: <?Ann@Example.com>?\r?$/m)
      expect(mail?.content).toContain('Cc: boss@example.com')
      expect(mail?.content).toContain('Reply-To: help@example.com')
      expect(mail?.content).toContain('X-Order: 17')
      expect(mail?.content).toContain('Subject: Order A-17')
      expect(mail?.content).toContain('Tea')
      expect(mail?.content).toContain('filename=')
      expect(mail?.content).not.toContain('List-Unsubscribe')
      expect(mail?.content).not.toContain('Unsubscribe')
    }
    expect(smtp.mails.find(mail => mail.to === 'solo@example.com')?.content).toContain('Subject: Hi Solo@example.com')
    const message = await read(sent.data.id)
    expect(message).toMatchObject({
      to: 'ann@example.com',
      contact_uuid: ann.uuid,
      template: { name: 'receipt', uuid: receipt, version: 1 },
      class: 'transactional',
      metadata: { order: '17' },
      attempts: 1,
    })
    expect(message.events.map(({ kind }) => kind)).toEqual(['sent'])
    const refused = await send({ ...MAIL, to: 'nobody@example.com' })
    await becomes(refused.data.id, 'bounced')
    await expectLogged()
    const path = `/api/audience/${ann.uuid}/timeline`
    const { data: timeline } = await kit.call<TimelineEntry[]>('GET', path, { bearer: owner.bearer })
    expect(timeline.find(({ kind }) => kind === 'sent')?.run).toMatchObject({ campaign_uuid: null, name: 'receipt' })
  }, 60_000)
})

/** Each hand-over with its answer, also of those that went well, and the way to its trail and to its contact, where there is one. */
async function expectLogged(): Promise<void> {
  const { bearer } = owner
  const entryOf = (receiver: string) =>
    vi.waitFor(
      async () => {
        const path = `/api/logs?kind=outgoing&channel=email&receiver=${receiver}`
        const [entry] = (await kit.call<LogEntry[]>('GET', path, { bearer })).data
        if (entry === undefined) throw new Error('it is not written yet')
        return entry
      },
      { timeout: 10_000, interval: 50 },
    )
  const toAnn = await entryOf('ann@example.com')
  const [well, bounced] = [await entryOf('solo@example.com'), await entryOf('nobody@example.com')]
  const sent = { status: 200, result: 'ok', current_status: 'sent', methodType: 'SMTP', source: 'smtp', times: 1 }
  expect([toAnn, well]).toMatchObject([
    { ...sent, contact_uuid: ann.uuid, run: { name: 'receipt' } },
    { ...sent, contact_uuid: null },
  ])
  expect(bounced).toMatchObject({ status: 550, result: '5xx', current_status: 'bounced', contact_uuid: null })
  expect(bounced.channel_response).toContain('No such user')
  const run = `/api/notifications/delivery/email/${bounced.run?.uuid}`
  const { data: recipients } = await kit.call<{ uuid: string }[]>('GET', run, { bearer })
  expect(recipients.map(({ uuid }) => uuid)).toContain(bounced.recipient_uuid)
}
