/** Everything that happened to one recipient, in order, as sentences for support staff to read out. */
import type { TRAIL_KINDS, TrailEvent } from '@notifly/contracts/runs/deliveries'
import { english } from '@notifly/contracts/sentences/english'
import { reasonOf } from '../../engine/reasons.ts'
import { ATTEMPT, EVENT, EVENT_STAGES, STATE, STATE_NAMES, type State } from '../../engine/states.ts'
import type { RecipientRow } from './recipient-queries.ts'
import { presentAnswer } from './recipients.ts'
import type { AttemptRow, EventRow } from './trail-queries.ts'
import { trailSentence, type TrailValues } from './trail-sentence.ts'

type Kind = (typeof TRAIL_KINDS)[number]

interface Moment {
  kind: Kind
  at: Date
  source: TrailEvent['source']
  values: TrailValues
  bot: boolean
  answer: string | null
}

export interface TrailRun {
  /** When its recipients were fixed. */
  startedAt: Date
  matched: number
}

export function buildTrail(
  run: TrailRun,
  row: RecipientRow,
  attempts: readonly AttemptRow[],
  events: readonly EventRow[],
): TrailEvent[] {
  const tries = attempts.map(ofAttempt)
  const handedOverAt = tries.find(({ kind }) => kind === 'sent' || kind === 'in_doubt')?.at
  const afterwards = events.map(ofEvent).map(moment => notBefore(handedOverAt, moment))
  const moments = inOrder([us('picked', run.startedAt, { matched: run.matched }), ...tries], afterwards)
  const end = ofEnd(row, run.startedAt, attempts)
  // What ended it without an answer of a provider comes last, or right behind the picking for those who never had a turn.
  if (end !== null) moments.push(end)
  return moments.map(present)
}

/** Clocks differ: an event that a provider reports is never placed before the hand-over of its message. */
function notBefore(handedOverAt: Date | undefined, moment: Moment): Moment {
  const isEarly = moment.source === 'provider' && handedOverAt !== undefined && moment.at < handedOverAt
  return isEarly ? { ...moment, at: handedOverAt } : moment
}

/** The usual stages of a message. Other events come last. */
const STAGES: readonly (readonly Kind[])[] = [
  ['picked'],
  ['deferred', 'rejected', 'refused', 'in_doubt', 'render_error', 'sent'],
  ...EVENT_STAGES.map(events => events.map(kindOfEvent)),
]

function stageOf({ kind }: Moment): number {
  const stage = STAGES.findIndex(kinds => kinds.includes(kind))
  return stage === -1 ? STAGES.length : stage
}

/**
 * Sorts by time. Some providers report times only to the second, and a time that is ahead of our clock is replaced with that of the report:
 * events within the second of a report are sorted by the usual stages of a message, then by time.
 */
function inOrder(ours: readonly Moment[], afterwards: readonly Moment[]): Moment[] {
  const secondOf = ({ at }: Moment): number => Math.floor(at.getTime() / 1000)
  const rough = new Set(afterwards.filter(({ source }) => source === 'provider').map(secondOf))
  const byStage = (a: Moment, b: Moment): number => stageOf(a) - stageOf(b)
  const byMoment = (a: Moment, b: Moment): number => a.at.getTime() - b.at.getTime()
  return [...ours, ...afterwards].toSorted((a, b) => {
    if (secondOf(a) !== secondOf(b)) return secondOf(a) - secondOf(b)
    return rough.has(secondOf(a)) ? byStage(a, b) || byMoment(a, b) : byMoment(a, b) || byStage(a, b)
  })
}

/** The event in one line of a contact's timeline. */
export type Described = Pick<TrailEvent, 'kind' | 'source' | 'values' | 'text' | 'text_sentence' | 'bot'>

/** Describes a later event of a delivery. */
export function describeEvent(event: EventRow): Described {
  return described(ofEvent(event))
}

/** The hand-over of a delivery, or how it ended without one. */
export function describeDelivery(row: {
  state: number
  reason: number
  attempts: number
  wasSent: boolean
}): Described {
  const reason = reasonOf(row.reason)
  const attempt: TrailValues = row.attempts > 0 ? { attempt: row.attempts } : {}
  const why: TrailValues = reason === null ? {} : { reason: reason.name }
  if (row.wasSent) return described(us('sent', new Date(0), attempt))
  if (row.state === STATE.pending) return described(us('waiting', new Date(0), {}))
  return described(us(STATE_NAMES[row.state as State] as Kind, new Date(0), { ...attempt, ...why }))
}

function described({ kind, source, values, bot }: Moment): Described {
  const sentence = trailSentence({ kind, source, values, bot })
  return { kind, source, values, bot, text: english(sentence), text_sentence: sentence }
}

function present(moment: Moment): TrailEvent {
  const { at, answer } = moment
  return {
    ...described(moment),
    at: Math.floor(at.getTime() / 1000),
    millisecond: at.getTime() % 1000,
    ...presentAnswer(answer),
  }
}

function us(kind: Kind, at: Date, values: TrailValues): Moment {
  return { kind, at, source: 'us', values, bot: false, answer: null }
}

const ATTEMPT_KINDS: Record<number, Kind> = {
  [ATTEMPT.sent]: 'sent',
  [ATTEMPT.bounced]: 'bounced',
  [ATTEMPT.deferred]: 'deferred',
  [ATTEMPT.rejected]: 'rejected',
  [ATTEMPT.inDoubt]: 'in_doubt',
  [ATTEMPT.renderError]: 'render_error',
  [ATTEMPT.refused]: 'refused',
}

function ofAttempt(attempt: AttemptRow): Moment {
  const kind = ATTEMPT_KINDS[attempt.outcome] ?? 'sent'
  const isOurs = kind === 'render_error' || kind === 'in_doubt'
  const values: TrailValues = { attempt: attempt.n }
  if (kind === 'render_error') values['field'] = attempt.reason ?? ''
  else if (attempt.reason !== null) values['reason'] = attempt.reason
  if (attempt.code > 0) values['code'] = attempt.code
  return { kind, at: attempt.at, source: isOurs ? 'us' : 'provider', values, bot: false, answer: attempt.answer }
}

function kindOfEvent(event: number): Kind {
  const [name] = Object.entries(EVENT).find(([, number]) => number === event) ?? ['delivered']
  return name === 'sent' ? 'passed_on' : (name as Kind)
}

/** Names in an event's detail that a trail may show. */
const SHOWN = ['browser', 'system', 'device', 'bot_reason', 'reason', 'status', 'way', 'topic', 'action'] as const

function ofEvent(event: EventRow): Moment {
  const kind = kindOfEvent(event.kind)
  const detail = event.detail ?? {}
  const values: TrailValues = {}
  for (const name of SHOWN) {
    const value = detail[name]
    if (typeof value === 'string' && value !== '') values[name] = value
  }
  if (event.url !== null) values['link'] = event.url
  const answer = typeof detail['answer'] === 'string' ? detail['answer'] : null
  const source = event.source === 'us' || event.source === 'provider' ? event.source : 'recipient'
  return { kind, at: event.at, source, values, bot: event.bot, answer }
}

/** Ends without an attempt: skipped, expired, cancelled, given up; and deliveries that still wait. */
function ofEnd(row: RecipientRow, startedAt: Date, attempts: readonly AttemptRow[]): Moment | null {
  const state = row.state as State
  const reason = reasonOf(row.reason)
  const values: TrailValues = reason === null ? {} : { reason: reason.name }
  const at = row.last_event_at ?? startedAt
  switch (state) {
    case STATE.pending:
      // What waits for the winner of a test has no moment yet: the trail has it as of now.
      return row.due_at === null
        ? null
        : us(
            'waiting',
            row.due_at instanceof Date ? row.due_at : at,
            attempts.length > 0 ? { attempt: row.attempts + 1 } : {},
          )
    case STATE.skipped:
    case STATE.expired:
    case STATE.cancelled:
      return us(STATE_NAMES[state], at, values)
    case STATE.failed:
      return reason?.name === 'attempts_exhausted' || reason?.name === 'in_doubt' ? us('failed', at, values) : null
    default:
      return null
  }
}
