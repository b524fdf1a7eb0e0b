/** Requests that a tenant's programs send by the thousand, and webhook endpoints that never answer. */
import { type Answer, type Attack, setUp } from './attacker.ts'
import { ENDLESS, LINKS } from './payloads.ts'

const BATCH = 1000
const PEOPLE = 20
const many = <Item>(count: number, make: (no: number) => Item): Item[] =>
  Array.from({ length: count }, (_, no) => make(no))
const person = (no: number): string => `harm-${no % PEOPLE}`

/** A batch that is taken has an answer for each of its items; one that is not has a single one. */
async function answersTo(items: number, sent: Promise<Answer>): Promise<number[]> {
  const { status } = await sent
  return many(status < 300 ? items : 1, () => status)
}

/** Contacts that others are about; each time with another value, so that every endpoint is told of a change. */
const people = () => ({
  contacts: many(PEOPLE, no => ({
    external_user_id: person(no),
    email: `${person(no)}@example.test`,
    merge_fields: { note: crypto.randomUUID() },
  })),
})

const events: readonly Attack[] = [
  {
    name: 'events of new names',
    strike: async ({ send }) => {
      const name = (): string => `n${crypto.randomUUID().slice(0, 8)}`
      const properties = (): object => Object.fromEntries(many(50, no => [`p${no}_${name()}`, no]))
      const told = many(BATCH, no => ({ external_user_id: person(no), name: name(), properties: properties() }))
      return answersTo(BATCH, send('/api/v1/events/batch', { events: told }))
    },
  },
  {
    name: 'events at once',
    strike: async ({ send }) => {
      const value = 'x'.repeat(1000)
      const told = many(BATCH, no => ({
        external_user_id: person(no),
        name: 'harm',
        properties: { a: value, b: value, c: value },
      }))
      const batches = many(3, () => send('/api/v1/events/batch', { events: told }))
      const singles = many(20, no => send('/api/v1/events', { external_user_id: person(no), name: 'harm' }))
      return (await Promise.all([...batches, ...singles])).map(({ status }) => status)
    },
  },
]

const toOneRecipient = (html: string) => ({
  channel: 'email',
  to: `${crypto.randomUUID()}@example.test`,
  content: { subject: 'Hi', html },
})

const messages: readonly Attack[] = [
  {
    name: 'messages that never end',
    strike: async ({ send }) => {
      const asked = many(BATCH, no => toOneRecipient(`<p>${no} ${crypto.randomUUID()}</p>${ENDLESS}`))
      return answersTo(asked.length, send('/api/v1/messages/batch', { messages: asked }))
    },
  },
  {
    name: 'messages of links',
    strike: async ({ send }) => {
      const asked = many(60, no => toOneRecipient(`<p>${no} ${crypto.randomUUID()}</p>${LINKS}`))
      return answersTo(asked.length, send('/api/v1/messages/batch', { messages: asked }))
    },
  },
  {
    name: 'messages that are none',
    strike: async ({ send }) => {
      const nested = many(30, no => no).reduce<unknown>(inner => [inner], 'x')
      const asked = many(BATCH, no => ({ channel: 'email', to: no, merge: { nested }, headers: { [`X-${no}`]: no } }))
      return answersTo(asked.length, send('/api/v1/messages/batch', { messages: asked }))
    },
  },
]

/** Of contacts: created and updated; of emails: sent. */
const TOLD = [601, 602, 101]

const endpoints: Attack = {
  name: 'endpoints that never answer',
  async prepare(attacker) {
    for (const no of many(20, each => each)) {
      const webhook = {
        name: `Silent ${no}`,
        webhook_url: `${attacker.siteUrl}/silence/${no}`,
        platforms: ['email'],
        events: TOLD,
      }
      await setUp(attacker, '/api/webhook', webhook)
    }
  },
  strike: async ({ send, call }) => {
    const changed = await send('/api/v1/contacts/batch', people())
    const { data } = await call('GET', '/api/webhook?per_page=1')
    const uuid = (data as { uuid: string }[] | undefined)?.[0]?.uuid
    const since = Math.floor(Date.now() / 1000) - 3600
    const recovered = await call('POST', '/api/webhook/recover', { uuid, since })
    return [changed.status, recovered.status]
  },
}

/** The first one creates the contacts that the others refer to. */
export const PROGRAM_ATTACKS: readonly Attack[] = [endpoints, ...events, ...messages]
