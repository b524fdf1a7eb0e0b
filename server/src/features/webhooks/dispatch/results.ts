/** Stores the results of requests to one endpoint in few transactions, while further requests run. */
import type { Db } from '../../../db/schema/tables.ts'
import { takeRoom } from '../../../engine/log/log-queries.ts'
import type { Deps } from '../../../http/deps.ts'
import { GroupCommit } from '../../../lib/group-commit.ts'
import { storedWords } from '../../../lib/stored-words.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { clearWantedCache } from '../../../jobs/webhook-outbox.ts'
import { recordAudit } from '../../audit/audit.ts'
import { countAttempts } from '../health-queries.ts'
import type { WebhookKey } from '../queries.ts'
import { TURNED_OFF_MAIL } from '../turned-off-mail.ts'
import type { WebhookRequest } from './bodies.ts'
import { type AttemptResult, insertResults, turnOff, updateStanding } from './message-queries.ts'
import { ANSWER_MAX, type Exchange } from './send.ts'
import { afterFailure, afterSuccess, FAILURES_MAX, hasFailedTooLong, nextTry, type Standing } from './standing.ts'

const HTTP_GONE = 410
const LARGEST = 200

/** This much of each response is always stored: it shows what kind of response it was. */
const SHORT_BYTES = 256
/** Room for longer responses, as in the log: this much for all endpoints of an application, and as much again each day. */
const ROOM = { most: 8 * 1_048_576, perSecond: (8 * 1_048_576) / 86_400 }

type ResultDeps = Pick<Deps, 'database' | 'clock'>

export class EndpointResults {
  readonly #deps: ResultDeps
  readonly #key: WebhookKey
  readonly #commit: GroupCommit<readonly AttemptResult[]>
  #standing: Standing
  #end: 'gone' | 'failing' | 'rests' | null = null
  #writes: Promise<void>[] = []

  constructor(deps: ResultDeps, key: WebhookKey, standing: Standing) {
    this.#deps = deps
    this.#key = key
    const { failures, failingSince, restsUntil, lastSuccessAt } = standing
    this.#standing = { failures, failingSince, restsUntil, lastSuccessAt }
    this.#commit = new GroupCommit(results => this.#write(results.flat()), LARGEST)
  }

  /** Nothing more is to be sent: it is turned off, or rests. */
  get isOver(): boolean {
    return this.#end !== null
  }

  add({ messages }: WebhookRequest, exchange: Exchange): void {
    const now = this.#deps.clock.now()
    const { ok, status, durationMs, failure } = exchange
    this.#standing = ok ? afterSuccess(now) : afterFailure(this.#standing, now)
    if (status === HTTP_GONE) this.#end = 'gone'
    else if (hasFailedTooLong(this.#standing, now)) this.#end ??= 'failing'
    else if (this.#standing.failures >= FAILURES_MAX) this.#end ??= 'rests'
    // Of a batch, each attempt keeps its share.
    const answer = cut(exchange.answer, Math.floor(ANSWER_MAX / messages.length))
    const results = messages.map(({ messageId, event, tries }): AttemptResult => {
      const n = tries + 1
      const words = failure && storedWords(failure)
      const dueAt = ok || status === HTTP_GONE ? null : nextTry(n, now)
      return { attemptId: uuidv7(now), messageId, event, n, ok, status, durationMs, failure: words, answer, dueAt }
    })
    this.#writes.push(this.#commit.add(results))
  }

  /** Resolves when all are stored; rejects when some could not be: their messages stay due. */
  async settle(): Promise<void> {
    await Promise.all(this.#writes)
    this.#writes = []
  }

  /** What the endpoint answers is its owner's to choose: it stays whole for as long as there is room. */
  async #withinRoom(tx: Db, results: readonly AttemptResult[]): Promise<AttemptResult[]> {
    const wanted = results.reduce((sum, { answer }) => sum + longBytes(answer), 0)
    if (wanted === 0) return [...results]
    const { applicationId } = this.#key
    const asked = { applicationId, kind: 'webhook answers', wanted, now: this.#deps.clock.now() }
    let left = (await takeRoom(tx, asked, ROOM)).bytes
    return results.map(result => {
      const bytes = longBytes(result.answer)
      if (bytes > left) return { ...result, answer: cut(result.answer, SHORT_BYTES) }
      left -= bytes
      return result
    })
  }

  async #write(results: readonly AttemptResult[]): Promise<void> {
    const { database, clock } = this.#deps
    const end = this.#end
    await database.kysely.transaction().execute(async tx => {
      // The endpoint before its messages, as everywhere.
      await updateStanding(tx, this.#key, this.#standing)
      await insertResults(tx, this.#key, await this.#withinRoom(tx, results))
      await countAttempts(tx, this.#key, results)
      if (end === 'gone' || end === 'failing') {
        const off = await turnOff(tx, this.#key, end, clock.now())
        if (off === undefined) return
        const { applicationId, webhookId } = this.#key
        const object = { type: 'webhook', id: webhookId, name: off.name }
        const place = { organizationId: off.organizationId, applicationId, actor: 'system', origin: null } as const
        await recordAudit(tx, { ...place, action: 'webhook.disable', object, after: { status: end } }, clock.now())
        for (const accountId of off.makers)
          await enqueue(tx, TURNED_OFF_MAIL, {
            application_id: applicationId,
            webhook_id: webhookId,
            account_id: accountId,
          })
      }
    })
    if (end === 'gone') clearWantedCache(this.#key.applicationId)
  }
}

/** The bytes of a response that need room. */
function longBytes(answer: string): number {
  return Math.max(0, Buffer.byteLength(answer) - SHORT_BYTES)
}

function cut(text: string, bytes: number): string {
  return Buffer.byteLength(text) <= bytes ? text : Buffer.from(text).subarray(0, bytes).toString().toWellFormed()
}
