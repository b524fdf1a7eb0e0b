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

/** The API's paths below ours: one with a version, one with a date. */
const TICKETS = ['/hubspot/crm/v3/objects/tickets', '/hubspot/crm/objects/:date/tickets']

/** A search finds a new ticket only after some moments. */
const FOUND_AFTER_MS = 5000

export interface Hubspot {
  state: HubspotState
  decisions: Decisions
  /** Factor on all delays. */
  pace: number
}

/** The calls that create and search tickets. */
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

/** Responds to a request with the result of `work`, unless its token, the limits or the dials prevent it. */
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

/** Any token is accepted but two. */
function refusedToken(authorization = ''): HubspotAnswer | undefined {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1]
  if (token === undefined || token === 'refused') {
    return refusal('INVALID_AUTHENTICATION', 'Authentication credentials not found.')
  }
  if (token !== 'no-scope') return undefined
  return refusal('MISSING_SCOPES', 'This app hasn’t been granted all required scopes to make this call: [tickets].')
}

/** Closes the connection without a response. */
function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack().raw.destroy()
  return reply
}
