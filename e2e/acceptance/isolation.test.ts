/** Two organizations: whatever one of them names of the other, on whatever route, it gets nothing and changes nothing. */
import { randomUUID } from 'node:crypto'
import { switchApplication } from '@notifly/contracts/applications/applications'
import { isUuid } from '@notifly/contracts/fields'
import { expect, inject, test } from 'vitest'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { isId, routesOf, type Schema, send, type SampleRequest, sampleRequest } from './routes.ts'
import { newWorld, valuesOf, type World } from './world.ts'

const product = { url: inject('url'), sandboxUrl: inject('sandboxUrl') }
const receiver = await startMailCounter()
const [theirs, ours] = await Promise.all([
  newWorld(product, receiver.port, 'Zanzibar'),
  newWorld(product, receiver.port, 'Reykjavik'),
])
const routes = (await routesOf(product.url)).filter(({ access }) => access !== 'public' && access !== 'session')
await receiver.stop()

/** For thousands of requests. */
const TRIED_MS = 240_000

test(
  'an id of another organization is as good as one that does not exist, on any route, in any place',
  async () => {
    const before = await everythingOf(theirs)
    const secrets = [theirs.mark, ...Object.values(theirs.ids)]
    const isTold = (text: string, id: string) => secrets.some(secret => secret !== id && text.includes(secret))
    const wrong: string[] = []
    let tried = 0
    for (const [place, route] of routes.entries()) {
      if (place % ROUTES_PER_TOKEN === 0) ours.owner.token = await furtherToken(ours)
      const whole = sampleRequest(route, valuesOf(ours))
      const nothing = await answersTo(withId(whole, randomUUID()))
      for (const id of idsFor(whole, place)) {
        const shots = withId(whole, id)
        const answers = await answersTo(shots)
        const isDifferent = ({ status, text }: Answer, place: number) =>
          status !== nothing[place]?.status || withoutIds(text) !== withoutIds(nothing[place].text) || isTold(text, id)
        tried += shots.length
        wrong.push(
          ...answers.flatMap((answer, place) => (isDifferent(answer, place) ? told(shots[place], id, answer) : [])),
        )
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(300)
    expect(await everythingOf(theirs)).toEqual(before)
  },
  TRIED_MS,
)

test('a recipient of another organization has no trail here', async () => {
  const trail = routes.find(({ path }) => /\/delivery\/.*\/events$/.test(path))
  if (trail === undefined) throw new Error('There is no trail')
  const whole = sampleRequest(trail, valuesOf(ours))
  for (const recipient of [theirs.ids.recipient ?? '', theirs.ids.contact ?? '', `${randomUUID()}.1`]) {
    const { status } = await send(product.url, { ...whole, query: { recipient } }, ours.owner.token)
    expect(status).toBe(404)
  }
})

test('without a token, or with a dead one, no route that belongs to somebody answers', async () => {
  const wrong: string[] = []
  for (const route of routes) {
    const shot = sampleRequest(route, valuesOf(theirs))
    for (const token of [undefined, 'x'.repeat(43), `${theirs.owner.token}x`]) {
      const { status, text } = await send(product.url, shot, token)
      if (status !== 401 || text.includes(theirs.mark)) wrong.push(`${route.method} ${route.path}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Of ids that a request has no place for, one of so many is tried; on each route other ones. */
const ONE_OF = 4

/** Their ids: all of the kinds that this request names, and some of the others. */
function idsFor({ params, query, body }: SampleRequest, place: number): string[] {
  const named = JSON.stringify([params, query, body])
  return Object.entries(theirs.ids)
    .filter(([what], index) => named.includes(ours.ids[what] ?? '') || index % ONE_OF === place % ONE_OF)
    .map(([, id]) => id)
    .filter(isUuid)
}

/** One token may call only so often in a minute. */
const ROUTES_PER_TOKEN = 40

async function furtherToken({ owner, ids }: World): Promise<string> {
  return (await owner.api(switchApplication, { token: owner.token, params: { uuid: ids.application ?? '' } })).token
}

interface Answer {
  status: number
  text: string
}

async function answersTo(shots: readonly SampleRequest[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const shot of shots) answers.push(await send(product.url, toAnother(shot), ours.owner.token))
  return answers
}

/** The request with another address: one person may be invited only so often. */
function toAnother({ body, ...shot }: SampleRequest): SampleRequest {
  if (typeof body !== 'object') return { ...shot, body }
  return { ...shot, body: JSON.parse(JSON.stringify(body).replaceAll('somebody@', `${randomUUID()}@`)) }
}

/** The request with the id in each place where an id belongs. */
function withId(whole: SampleRequest, id: string): SampleRequest[] {
  const { route, params, query, body } = whole
  const inPath = route.params
    .filter(({ schema }) => isId(schema))
    .map(({ name }) => ({ ...whole, params: { ...params, [name]: id } }))
  const inQuery = route.query
    .filter(({ schema }) => isId(schema))
    .map(({ name }) => ({ ...whole, query: { ...query, [name]: id } }))
  const inBody =
    route.body === undefined ? [] : bodiesWith(route.body, body, id).map(each => ({ ...whole, body: each }))
  return [...inPath, ...inQuery, ...inBody]
}

/** The body with the id in each of its places, one at a time. */
function bodiesWith(schema: Schema, body: unknown, id: string): unknown[] {
  if (isId(schema)) return [id]
  if (schema.type === 'array') {
    return bodiesWith(schema.items ?? {}, (body as unknown[] | undefined)?.[0], id).map(each => [each])
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    bodiesWith(child, (body as Record<string, unknown> | undefined)?.[name], id).map(each => ({
      ...(body as object | undefined),
      [name]: each,
    })),
  )
}

/** All that the owner sees. */
async function everythingOf(world: World): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  // Switching answers a new token each time; a run's course is drawn up to now, records of a domain are looked up again.
  for (const route of routes.filter(({ method, path }) => method === 'GET' && !path.includes('update-notification'))) {
    const { text } = await send(product.url, sampleRequest(route, valuesOf(world)), world.owner.token)
    seen[route.path] = text.replace(/"(over_time|hours|days)":\[.*?\]|"checked_on":\d+/g, '')
  }
  return seen
}

/** What two answers may differ in: ids and times. */
function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'id').replace(/\b1\d{9}\b/g, 'time')
}

function told(shot: SampleRequest | undefined, id: string, { status, text }: Answer): string {
  if (shot === undefined) return ''
  const { route, params, query, body } = shot
  const what = Object.entries(theirs.ids).find(([, each]) => each === id)?.[0]
  return `${route.method} ${route.path} with their ${what} ${JSON.stringify({ params, query, body })}: ${status} ${text.slice(0, 200)}`
}
