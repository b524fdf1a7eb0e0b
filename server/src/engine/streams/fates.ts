/** What happens to single messages, for callers that wait for it. */
import type { Words } from '@notifly/contracts/sentences/sentence'
import { setTimeout as delay } from 'node:timers/promises'
import { channelOf } from '../../channels/registry.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { readWords, withAnswer } from '../../lib/stored-words.ts'
import { reasonOf } from '../reasons.ts'
import { ATTEMPT, STATE } from '../states.ts'
import { type FateRow, selectFates } from './fate-queries.ts'

export interface Fate {
  /** Waiting: it may still be sent. */
  end: 'sent' | 'not sent' | 'waiting'
  /** Why it was not sent, or what it waits for; null if that is unknown yet. */
  why: Words | null
  /** The provider's answer. */
  answer: string
  /** The settings have to be fixed before anything can be sent. */
  blamesSettings: boolean
}

interface FateDeps {
  database: Database
  clock: Clock
}

/** Polling interval: short at first, since a fast server may have answered. */
const LOOK_MS = { first: 25, most: 250 }

/** Resolves, by message id, once it is known for each of them what happened or why it waits; after `mostMs` with what is known by then. */
export async function awaitResults(
  { database, clock }: FateDeps,
  applicationId: string,
  messageIds: readonly string[],
  mostMs: number,
): Promise<Map<string, Fate>> {
  const until = performance.now() + mostMs
  for (let waitMs = LOOK_MS.first; ; waitMs = Math.min(waitMs * 1.5, LOOK_MS.most)) {
    const rows = await selectFates(database.kysely, applicationId, messageIds, clock.now())
    const fates = rows.map(row => [row.messageId, fateOf(row)] as const)
    const isOver = fates.every(([, { end, why }]) => end !== 'waiting' || why !== null)
    if (isOver || performance.now() >= until) return new Map(fates)
    await delay(waitMs)
  }
}

function fateOf(row: FateRow): Fate {
  const { state, attempt, answer, blockedReason } = row
  const said = { answer: answer ?? '', blamesSettings: attempt === ATTEMPT.rejected }
  if (state === STATE.pending) {
    const why = blockedReason === null ? null : readWords(blockedReason)
    return { ...said, end: 'waiting', why }
  }
  if (state >= STATE.sent && state !== STATE.bounced) return { ...said, end: 'sent', why: null }
  return { ...said, end: 'not sent', why: failureOf(row) }
}

function failureOf({ channel, reason, attempt, attemptReason, answer }: FateRow): Words | null {
  if (attempt === null) return reasonOf(reason)?.sentence ?? null
  if (attempt === ATTEMPT.renderError) return readWords(answer ?? '')
  return withAnswer(channelOf(channel).reasonSentence(attemptReason ?? ''), answer ?? '')
}
