/**
 * Test sends: single messages of class 0, in streams of their own that dashboards, plans and webhooks ignore. Each is tried once, so that a
 * refused one does not arrive hours later, and its content is not kept.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Database } from '../../db/database.ts'
import { limitedWrite } from '../../db/fair-places.ts'
import type { Clock } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { awaitResults, type Fate } from './fates.ts'
import { emptyMessages } from './fate-queries.ts'
import { withdrawMessage } from './cancel-queries.ts'
import { addMessages, type MessageData } from './streams.ts'
import { systemMessage, systemStream } from './system-messages.ts'

export interface TestSend {
  /** As suppressions have it; the id of a device; null for a device that is not stored. */
  address: string | null
  data: MessageData
}

/** A person who waits longer takes the server for unreachable. */
const WAIT_MS = 40_000

/** Returns what happened to each, in their order. `waiting`: no worker took it, or its provider has not answered. */
export async function sendTests(
  deps: { database: Database; clock: Clock },
  applicationId: string,
  channel: Channel,
  sends: readonly TestSend[],
): Promise<Fate[]> {
  const { database, clock } = deps
  const now = clock.now()
  const messages = sends.map(({ address, data }) => {
    const messageId = uuidv7(now)
    return systemMessage({ messageId, contactId: null, address: address ?? messageId, data }, now)
  })
  const ids = messages.map(({ messageId }) => messageId)
  const stream = systemStream(channel, 'test', now)
  await limitedWrite(database.kysely, applicationId, tx => addMessages(tx, applicationId, [{ stream, messages }], now))
  const fates = await awaitResults(deps, applicationId, ids, WAIT_MS)
  return database.kysely.transaction().execute(async tx => {
    const ended: Fate[] = []
    for (const messageId of ids) {
      const fate = fates.get(messageId) ?? UNKNOWN
      const isInHand = fate.end === 'waiting' && !(await withdrawMessage(tx, { applicationId, messageId }, clock.now()))
      ended.push(isInHand ? { ...fate, why: IN_DOUBT } : fate)
    }
    await emptyMessages(tx, applicationId, ids)
    return ended
  })
}

const IN_DOUBT = sentence('reasons.delivery.in_doubt')

const UNKNOWN: Fate = { end: 'waiting', why: null, answer: '', blamesSettings: false }
