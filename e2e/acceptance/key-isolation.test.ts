/** Two applications, each with a key of every scope: whatever one of them names of the other, on any call for programs, it gets nothing and changes nothing. */
import { randomUUID } from 'node:crypto'
import { createApiKey, readClientSecret } from '@notifly/contracts/api-keys/api-keys'
import { USABLE_KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { afterAll, expect, inject, test } from 'vitest'
import { PASSWORD } from '../product/people.ts'
import { routesOf } from './routes.ts'
import { newWorld, type World } from './world.ts'

const product = { url: inject('url'), sandboxUrl: inject('sandboxUrl') }
const receiver = await startMailCounter()
afterAll(() => receiver.stop())

/** What a call may name. */
interface Named {
  /** The application's own id of a person. */
  person: string
  contact: string
  template: string
  topic: string
  message: string
}

interface Program extends Named {
  key: string
}

interface Call {
  call: string
  body?: unknown
}

const content = { subject: 'Hello', html: '<p>Hello</p>' }
/** A token as Firebase gives it. */
const PHONE = 'fcm-token-0123456789-abcdefghij'
const toOurs = { channel: 'email', to: 'somebody@example.com' }

/** Every call for programs with what it may name, in an order in which none makes what the next one names. */
const CALLS: Record<string, (named: Named) => Call[]> = {
  'GET /api/v1/contacts/{external_user_id}': ({ person }) => [{ call: `GET /api/v1/contacts/${person}` }],
  'DELETE /api/v1/contacts/{external_user_id}': ({ person }) => [{ call: `DELETE /api/v1/contacts/${person}` }],
  'PATCH /api/v1/contacts/{external_user_id}': ({ person, topic }) => [
    { call: `PATCH /api/v1/contacts/${person}`, body: { channels: { email: 'unsubscribed' } } },
    { call: 'PATCH /api/v1/contacts/ours', body: { topics: { [topic]: 'unsubscribed' } } },
  ],
  'POST /api/v1/events': ({ person, contact }) => [
    { call: 'POST /api/v1/events', body: { external_user_id: person, name: 'Order paid' } },
    { call: 'POST /api/v1/events', body: { contact_uuid: contact, name: 'Order paid' } },
  ],
  'POST /api/v1/events/batch': ({ person, contact }) => [
    {
      call: 'POST /api/v1/events/batch',
      body: {
        events: [
          { external_user_id: person, name: 'Order paid' },
          { contact_uuid: contact, name: 'Order paid' },
        ],
      },
    },
  ],
  'PUT /api/v1/contacts/{external_user_id}/devices': ({ person }) => [
    { call: `PUT /api/v1/contacts/${person}/devices`, body: { platform: 'android', token: PHONE } },
  ],
  'DELETE /api/v1/contacts/{external_user_id}/devices': ({ person }) => [
    { call: `DELETE /api/v1/contacts/${person}/devices`, body: { token: PHONE } },
  ],
  'POST /api/v1/messages': named => messagesNaming(named).map(body => ({ call: 'POST /api/v1/messages', body })),
  'POST /api/v1/messages/batch': named => [
    { call: 'POST /api/v1/messages/batch', body: { messages: messagesNaming(named) } },
  ],
  'GET /api/v1/messages/{id}': ({ message }) => [{ call: `GET /api/v1/messages/${message}` }],
  'DELETE /api/v1/messages/{id}': ({ message }) => [{ call: `DELETE /api/v1/messages/${message}` }],
  'GET /api/v1/messages': ({ person, contact, message }) => [
    { call: `GET /api/v1/messages?to=${person}` },
    { call: `GET /api/v1/messages?to=${contact}` },
    { call: `GET /api/v1/messages?cursor=${message}` },
  ],
  // These make a person of one's own who has the same id.
  'PUT /api/v1/contacts/{external_user_id}': ({ person }) => [
    { call: `PUT /api/v1/contacts/${person}`, body: { first_name: 'Changed' } },
  ],
  'POST /api/v1/contacts/batch': ({ person }) => [
    {
      call: 'POST /api/v1/contacts/batch',
      body: { contacts: [{ external_user_id: `${person}-2`, first_name: 'Changed' }] },
    },
  ],
}

const messagesNaming = ({ person, contact, template, topic }: Named) => [
  { channel: 'email', to: { external_user_id: person }, content },
  { channel: 'email', to: { contact_uuid: contact }, content },
  { ...toOurs, template },
  { ...toOurs, content, topic },
]

test('a key gets nothing of another application and changes nothing there, on any call, with any of its ids', async () => {
  const [theirs, ours] = await Promise.all(['Zanzibar', 'Reykjavik'].map(newProgram))
  if (theirs === undefined || ours === undefined) throw new Error('There are two')
  const known = (await routesOf(product.url)).filter(({ access }) => String(access).startsWith('key:'))
  expect(Object.keys(CALLS).toSorted()).toEqual(known.map(({ method, path }) => `${method} ${path}`).toSorted())

  await ask(ours, { call: 'PUT /api/v1/contacts/ours', body: { first_name: 'Ours' } })
  const before = await everythingOf(theirs)
  const nothing: Named = {
    person: `nobody-${randomUUID()}`,
    contact: randomUUID(),
    template: randomUUID(),
    topic: randomUUID(),
    // Of the same moment: as a cursor it leads to the same page.
    message: theirs.message.replace(/.$/, last => (last === '0' ? '1' : '0')),
  }
  const different: unknown[] = []
  for (const naming of Object.values(CALLS)) {
    const [withTheirs, withNothing] = [naming(theirs), naming(nothing)]
    for (const [place, call] of withTheirs.entries()) {
      const answer = await ask(ours, call)
      const expected = await ask(ours, withNothing[place] ?? call)
      const words = (text: string) => wordsOf(text, [...Object.values(theirs), ...Object.values(nothing)])
      if (answer.status !== expected.status || words(answer.text) !== words(expected.text))
        different.push({ call, answer, expected })
    }
  }
  expect(different).toEqual([])
  expect(await everythingOf(theirs)).toEqual(before)
})

async function newProgram(mark: string): Promise<Program> {
  const world = await newWorld(product, receiver.port, mark)
  const key = await newKey(world)
  const person = `crm-${mark}-${randomUUID()}`
  const program = { key, person, template: world.ids.template ?? '', topic: world.ids.topic ?? '' }
  const contact = await ask(program, {
    call: `PUT /api/v1/contacts/${person}`,
    body: { email: `${person}@example.com`, first_name: mark },
  })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const to = { external_user_id: person }
  const message = await ask(program, {
    call: 'POST /api/v1/messages',
    body: { channel: 'email', to, content, send_at: later },
  })
  return { ...program, contact: dataOf(contact).uuid ?? '', message: dataOf(message).id ?? '' }
}

async function newKey({ owner: { api, token }, mark }: World): Promise<string> {
  const body = { name: `${mark} program`, scopes: [...USABLE_KEY_SCOPES], rate_limit: 1000 }
  const { client_id } = await api(createApiKey, { token, body })
  const { client_secret } = await api(readClientSecret, { token, body: { client_id, password: PASSWORD } })
  return `${client_id}:${client_secret}`
}

interface Answer {
  status: number
  text: string
}

async function ask({ key }: Pick<Program, 'key'>, { call, body }: Call): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(product.url + path, {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from(key).toString('base64')}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const dataOf = ({ text }: Answer) => (JSON.parse(text) as { data: { uuid?: string; id?: string } }).data

/** What the program itself sees of its person and its message. */
const everythingOf = (program: Program): Promise<Answer[]> =>
  Promise.all(
    [
      `GET /api/v1/contacts/${program.person}`,
      `GET /api/v1/messages/${program.message}`,
      `GET /api/v1/messages?to=${program.person}`,
    ].map(call => ask(program, { call })),
  )

/** What two answers may differ in: the ids that were named, others, and times. */
function wordsOf(text: string, named: readonly string[]): string {
  return named
    .reduce((rest, id) => rest.replaceAll(id, 'id'), text)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\b1\d{9}\b/g, 'time')
}
