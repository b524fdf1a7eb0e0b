/**
 * Stores messages, those of many calls in one transaction. Whatever is answered with 202 is stored by then, whether or not the caller is
 * still there.
 */
import type { AcceptedMessage, MessageResult } from '@notifly/contracts/messages/messages'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { frequentWrite } from '../../db/fair-places.ts'
import {
  addMessages,
  streamDay,
  type Stream,
  type StreamMessage,
  type StreamMessages,
} from '../../engine/streams/streams.ts'
import type { QuietHours } from '../../engine/snapshot/recipient-clock.ts'
import { selectTimezone } from '../../db/application-timezone.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { KeyCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { FIELD_ERRORS_EACH, fieldErrors } from '../../http/errors.ts'
import { AppError, invalidFields } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { channelOf } from '../../channels/registry.ts'
import type { ActContext } from '../approvals/approvals.ts'
import { selectQuietHours } from '../campaigns/campaigns.ts'
import type { Allowance, Refusals } from '../usage/usage.ts'
import { type Content, contentsOf } from './contents.ts'
import { storeAnswers, selectTopics, takeKeys } from './queries.ts'
import type { ReadMessage } from './read-message.ts'
import { addContacts, type Receiver, receiversOf } from './receivers.ts'

/** One call: a message, or a batch of them. */
export interface Call {
  caller: KeyCaller
  /** `key`: the hash of what was sent, which may name a person. */
  key: { text: string; key: string; bodyHash: string } | null
  items: readonly (ReadMessage | AppError)[]
  /** The call has one message and not a batch: its refusal is the call's answer. */
  isSingle: boolean
  /** Its trace span, where the call is traced. */
  trace?: string | undefined
}

export interface Answer {
  /** An earlier call had the same key, and this is the answer that it got. */
  isReplayed: boolean
  results: (AcceptedMessage | AppError | MessageResult)[]
}

interface Group {
  applicationId: string
  /** No two of them have the same key. */
  calls: readonly Call[]
  /** Called when everything is written and only the disk is waited for. */
  onWritten: () => void
}

/** Stores the messages of calls. Answers in the order of the calls. */
export async function storeCalls(
  deps: Deps,
  allowance: Allowance | null,
  { applicationId, calls, onWritten }: Group,
): Promise<(Answer | AppError)[]> {
  const items = calls.flatMap(call => call.items)
  const [refusals, contents] = await Promise.all([
    allowance?.refusalsOf(applicationId),
    contentsOf(deps, applicationId, items),
  ])
  return frequentWrite(deps.database, applicationId, async tx => {
    const known = await knownCalls(deps, tx, applicationId, calls)
    let at = 0
    const fresh = calls.map((call, index) => {
      const from = at
      at += call.items.length
      return known[index] === undefined
        ? call.items.map((item, each) => ({ item, content: contents[from + each] }))
        : []
    })
    const results = await storeItems({ deps, tx, refusals }, applicationId, calls, fresh)
    await storeAnswers(
      tx,
      applicationId,
      calls.flatMap(({ key, isSingle }, index) => {
        if (key === null || known[index] !== undefined) return []
        const own = results[index] ?? []
        const isRefused = isSingle && own[0] instanceof AppError
        return [{ key: key.key, answer: isRefused ? null : own.map(presentResult) }]
      }),
    )
    onWritten()
    return calls.map((_, index) => known[index] ?? { isReplayed: false, results: results[index] ?? [] })
  })
}

/** Answers of earlier calls with the same keys. */
async function knownCalls(
  { clock }: Deps,
  tx: Db,
  applicationId: string,
  calls: readonly Call[],
): Promise<(Answer | AppError | undefined)[]> {
  const keyed = calls.flatMap(({ key }) => key ?? [])
  if (keyed.length === 0) return calls.map(() => undefined)
  const kept = await takeKeys(tx, applicationId, keyed, clock.now())
  return calls.map(({ key }) => {
    const before = key === null ? undefined : kept.get(key.key)
    if (before === undefined || key === null) return undefined
    if (before.bodyHash !== key.bodyHash) return new AppError('conflict', sentence('messages.keyReused'))
    return { isReplayed: true, results: before.answer as MessageResult[] }
  })
}

/** The result as a batch answers it and as it is stored. */
export function presentResult(result: AcceptedMessage | AppError | MessageResult): MessageResult {
  if (!(result instanceof AppError)) return result
  const { sentence: said, errors } = result
  const error = { ...inWords(said), ...(errors !== undefined && { errors: fieldErrors(errors, FIELD_ERRORS_EACH) }) }
  return { id: null, status: 'refused', error }
}

interface Item {
  item: ReadMessage | AppError
  content: Content | AppError | undefined
}

interface Judged {
  message: ReadMessage
  content: Content
  messageId: string
  call: number
}

interface Storing {
  deps: Deps
  tx: Db
  /** Refusals by the organization's plan; undefined where no plans are sold. */
  refusals: Refusals | undefined
}

async function storeItems(
  { deps, tx, refusals }: Storing,
  applicationId: string,
  calls: readonly Call[],
  fresh: readonly (readonly Item[])[],
): Promise<(AcceptedMessage | AppError)[][]> {
  const [{ caller } = {}] = calls
  if (caller === undefined) return []
  const now = deps.clock.now()
  const judged = fresh.flatMap((items, call) =>
    items.map(({ item, content }): Judged | AppError => {
      if (item instanceof AppError) return item
      if (content === undefined || content instanceof AppError) return content ?? new AppError('internal')
      const refusal = refusals?.(item)
      if (refusal) return refusal
      return { message: item, content, messageId: uuidv7(now), call }
    }),
  )
  const withFields = judged.some(each => !(each instanceof AppError) && each.content.required.length > 0)
  const { scopes: _, ...actor } = caller
  const context = { deps, db: tx, actor, now }
  const receivers = await receiversOf(context, judged, withFields)
  const topics = await selectTopics(tx, applicationId, topicsOf(judged))
  const admitted = judged.map((each, index) => admit(each, receivers[index], topics))
  const accepted = await withContacts(context, admitted)
  const streams = await streamsOf(tx, applicationId, accepted, calls, now)
  if (streams.length > 0) await addMessages(tx, applicationId, streams, now)
  const results = accepted.map((each): AcceptedMessage | AppError =>
    each instanceof AppError
      ? each
      : { id: each.messageId, status: each.message.sendAt === null ? 'pending' : 'scheduled' },
  )
  let at = 0
  return fresh.map(items => results.slice(at, (at += items.length)))
}

function topicsOf(judged: readonly (Judged | AppError)[]): string[] {
  return [...new Set(judged.flatMap(each => (each instanceof AppError ? [] : (each.message.topicId ?? []))))]
}

interface Accepted extends Judged {
  receiver: Receiver
}

/** The message with its receiver, or the refusal of one that lacks something its receiver would have to have. */
function admit(
  judged: Judged | AppError,
  receiver: Receiver | AppError | undefined,
  topics: ReadonlySet<string>,
): Accepted | AppError {
  if (judged instanceof AppError) return judged
  if (receiver === undefined || receiver instanceof AppError) return receiver ?? new AppError('internal')
  const { message, content } = judged
  const { topicId, data } = message
  if (topicId !== null && !topics.has(topicId)) {
    return invalidFields([{ field: 'topic', ...sentence('messages.noTopic') }])
  }
  const lacks = (field: string): boolean => data.merge?.[field] == null && receiver.fields[field] == null
  const missing = content.required.filter(lacks)
  if (missing.length > 0) {
    return invalidFields(
      missing.map(field => ({ field: `merge.${field}`, ...sentence('messages.missingField', { field }) })),
    )
  }
  return { ...judged, receiver }
}

/** Adds the contacts that accepted messages lack; these are refused where the application has no room for them. */
async function withContacts(
  context: ActContext,
  admitted: readonly (Accepted | AppError)[],
): Promise<(Accepted | AppError)[]> {
  const receivers = admitted.flatMap(each => (each instanceof AppError ? [] : each.receiver))
  const refusal = await addContacts(context, receivers)
  if (refusal === null) return [...admitted]
  return admitted.map(each => (each instanceof AppError || each.receiver.planned === undefined ? each : refusal))
}

/** Accepted messages, grouped by stream. */
async function streamsOf(
  tx: Db,
  applicationId: string,
  accepted: readonly (Accepted | AppError)[],
  calls: readonly Call[],
  now: Date,
): Promise<StreamMessages[]> {
  const streams = new Map<string, { stream: Stream; messages: StreamMessage[] }>()
  const isMarketing = accepted.some(each => !(each instanceof AppError) && !each.message.isTransactional)
  const night = isMarketing ? await nightOf(tx, applicationId) : null
  const traces = new CallTraces(calls)
  for (const each of accepted) {
    if (each instanceof AppError) continue
    const dueAt = each.message.sendAt ?? now
    const stream = streamOf(each, dueAt, night)
    const known = streams.get(stream.key) ?? { stream, messages: [] }
    streams.set(stream.key, known)
    known.messages.push(messageOf(each, dueAt, calls[each.call]?.key?.text ?? null, traces.of(each.call)))
  }
  return [...streams.values()]
}

/** Messages of one call that a trace shows at most. */
const SHOWN_OF_CALL = 20

class CallTraces {
  readonly #calls: readonly Call[]
  readonly #shown = new Map<number, number>()

  constructor(calls: readonly Call[]) {
    this.#calls = calls
  }

  /** The trace of this call's next message; undefined for those beyond the limit. */
  of(call: number): string | undefined {
    const shown = this.#shown.get(call) ?? 0
    this.#shown.set(call, shown + 1)
    return shown < SHOWN_OF_CALL ? this.#calls[call]?.trace : undefined
  }
}

interface Night {
  zone: string
  quiet: QuietHours
}

async function nightOf(tx: Db, applicationId: string): Promise<Night> {
  return { zone: await selectTimezone(tx, applicationId), quiet: await selectQuietHours(tx, applicationId) }
}

/** Changed quiet hours open another stream, so that messages which wait already keep the hours they were accepted with. */
function streamOf({ message, content }: Accepted, dueAt: Date, night: Night | null): Stream {
  const { channel, isTransactional, topicId } = message
  const clock = isTransactional || night === null ? null : { ...night, moment: null }
  const topic = isTransactional ? null : topicId
  const day = streamDay(dueAt)
  const kind = isTransactional ? 'transactional' : `marketing ${topic ?? ''} ${JSON.stringify(clock)}`
  const hasShortLinks = channelOf(channel).hasShortLinks === true && (content.isOwn || content.links.length > 0)
  return {
    key: `${channel} ${content.stream} ${kind} ${day.toISOString().slice(0, 10)}`,
    channel,
    name: content.name,
    class: isTransactional ? 0 : 1,
    content: content.isOwn ? {} : content.frozen,
    links: content.isOwn ? [] : content.links,
    hasShortLinks,
    topicId: topic,
    clock,
    day,
  }
}

function messageOf(
  { message, content, receiver, messageId }: Accepted,
  dueAt: Date,
  key: string | null,
  trace: string | undefined,
): StreamMessage {
  const { data, copies, sendAt, sent } = message
  const [first] = receiver.recipients
  const to =
    copies.length > 0
      ? (receiver.written ?? first?.address)
      : receiver.contactId === null
        ? receiver.written
        : undefined
  const links = content.links.map(({ index, url }) => ({ index, url }))
  return {
    messageId,
    contactId: receiver.contactId,
    receiver: receiver.name,
    // Copies (cc, bcc) belong to the message and to no contact.
    recipients: [...receiver.recipients, ...copies.map(address => ({ contactId: messageId, address }))],
    copies,
    idempotencyKey: key,
    sendAt,
    dueAt,
    tags: sent.tags ?? [],
    metadata: sent.metadata ?? {},
    data: {
      ...data,
      ...(to !== undefined && { to }),
      ...(content.isOwn && { content: content.frozen, ...(links.length > 0 && { links }) }),
      ...(trace !== undefined && { trace }),
    },
  }
}
