import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Attempts } from '../../faults/attempts.ts'
import { chanceOf } from '../../faults/chance.ts'
import type { Decisions, Outcome } from '../../faults/decisions.ts'
import { type HubspotAnswer, rateHeaders, refusal, TEN_SECONDS_MAX, tooMany, unavailable } from './answers.ts'
import type { HubspotDials } from './dials.ts'
import type { HubspotState } from './state.ts'
import { faultsOf, newTicketSchema, search, searchSchema, shown } from './tickets.ts'

/** The paths of its API below our own: the one with a version and the ones with a date. */
const TICKETS = ['/hubspot/crm/v3/objects/tickets', '/hubspot/crm/objects/:date/tickets']

/** New tickets are found by a search some moments later. */
const FOUND_AFTER_MS = 5000

export interface Hubspot {
  state: HubspotState
  decisions: Decisions
  /** Factor on all waiting. */
  pace: number
}

/** The calls that create tickets and search for them. */
export function addTicketRoutes(app: FastifyInstance, hubspot: Hubspot): void {
  const respond = createResponder(hubspot)
  for (const path of TICKETS) {
    app.post(path, (request, reply) => respond(request, reply, () => create(hubspot, request.body)))
    app.post(`${path}/search`, (request, reply) => respond(request, reply, () => find(hubspot, request.body)))
  }
}

async function create({ state }: Hubspot, body: unknown): Promise<HubspotAnswer> {
  const parsed = newTicketSchema.safeParse(body)
  if (!parsed.success) return malformed(parsed.error)
  const faults = faultsOf(parsed.data.properties)
  if (faults.length > 0) return refusal('VALIDATION_ERROR', 'Property values were not valid', faults)
  return { status: 201, body: shown(await state.create(parsed.data.properties)) }
}

async function find({ state, pace }: Hubspot, body: unknown): Promise<HubspotAnswer> {
  const parsed = searchSchema.safeParse(body)
  if (!parsed.success) return malformed(parsed.error)
  const latest = Date.now() - FOUND_AFTER_MS * pace
  const indexed = state.tickets.filter(({ at_ms: atMs }) => atMs <= latest)
  return { status: 200, body: search(indexed, parsed.data) }
}

function malformed({ issues }: z.ZodError): HubspotAnswer {
  return refusal('VALIDATION_ERROR', `Invalid input JSON: ${issues[0]?.path.join('.')}`)
}

const WINDOW_MS = 10_000

/** Returns a request with what `work` makes of it, unless token, limits or dials are in the way. */
function createResponder({ state, decisions }: Hubspot) {
  const attempts = new Attempts()
  let times: number[] = []
  return async (
    { headers, body, url }: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<HubspotAnswer>,
  ): Promise<FastifyReply> => {
    const key = JSON.stringify(body)
    const fate = fateOf(state.dials, key, attempts.current(key))
    decisions.add({ channel: 'hubspot', to: url, outcome: OUTCOMES[fate] })
    if (fate === 'answer') attempts.settled(key)
    else attempts.failed(key)
    await wait(state.dials.latency_ms)
    if (fate === 'down') return hangUp(reply)
    const now = Date.now()
    times = [...times.filter(time => time > now - WINDOW_MS), now]
    const isThrottled = fate === 'throttle' || times.length > TEN_SECONDS_MAX
    const answer =
      refusedToken(headers.authorization) ?? (isThrottled ? tooMany() : fate === 'error' ? unavailable() : await work())
    if (fate === 'lost') return hangUp(reply)
    return reply.code(answer.status).headers(rateHeaders(times.length)).send(answer.body)
  }
}

type Fate = 'answer' | 'down' | 'throttle' | 'error' | 'lost'

const OUTCOMES: Record<Fate, Outcome> = {
  answer: 'taken',
  lost: 'taken',
  down: 'put_off',
  throttle: 'put_off',
  error: 'put_off',
}

function fateOf(dials: Readonly<HubspotDials>, key: string, attempt: number): Fate {
  const ways = ['down', 'throttle', 'error', 'lost'] as const
  return ways.find(way => chanceOf(dials.seed, way, key, attempt) < dials[`${way}_rate`]) ?? 'answer'
}

/** Any token is good but for two. */
function refusedToken(authorization = ''): HubspotAnswer | undefined {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1]
  if (token === undefined || token === 'refused') {
    return refusal('INVALID_AUTHENTICATION', 'Authentication credentials not found.')
  }
  if (token !== 'no-scope') return undefined
  return refusal('MISSING_SCOPES', 'This app hasn’t been granted all required scopes to make this call: [tickets].')
}

/** Closes the connection without a word. */
function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack().raw.destroy()
  return reply
}
