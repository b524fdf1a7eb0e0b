/** Ends what will not be sent, and runs that are over, in case the worker that should have ended them died. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { shortTransaction } from '../record/merge-queries.ts'
import type { ClaimedBatch } from '../batches/lease-queries.ts'
import { hasSuspendedStream, suspendIdleStreams, resumeStreams } from '../streams/stream-queries.ts'
import { endBatch, finishRuns, lockEndingBatch } from './sweep-queries.ts'
import type { Tuning } from '../tuning.ts'

interface SweepOptions {
  database: Database
  clock: Clock
  log: Log
  tuning: Tuning
  shard: number
}

/** Repeats `sweep` until the signal aborts. */
export async function runSweeps(options: SweepOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sweep(options, signal).catch((error: unknown) =>
      options.log.warn({ err: error }, 'ended runs wait for the next look'),
    )
    await delay(options.tuning.sweepMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Completes the batches of cancelled and expired runs without sending, then ends runs that have no open batch left. */
export async function sweep({ database, clock, tuning, shard }: SweepOptions, signal?: AbortSignal): Promise<void> {
  let wasThere = true
  while (wasThere && signal?.aborted !== true) {
    wasThere = await shortTransaction(database.pool, async client => {
      const batch = await lockEndingBatch(client, { now: clock.now(), blockedForMs: tuning.blockedForMs })
      if (batch !== undefined) await endBatch(client, batch, shard, clock.now())
      return batch !== undefined
    })
  }
  await finishRuns(database.pool, clock.now())
  await rest(database.pool, clock.now())
  await shortTransaction(database.pool, client => resumeStreams(client, clock.now()))
}

/** Called after each batch: its run may be over, or its stream may have nothing due. */
export async function endOfBatch(pool: Pool, { isStream }: Pick<ClaimedBatch, 'isStream'>, now: Date): Promise<void> {
  await (isStream ? rest(pool, now) : finishRuns(pool, now))
}

async function rest(pool: Pool, now: Date): Promise<void> {
  if (await hasSuspendedStream(pool, now)) await shortTransaction(pool, client => suspendIdleStreams(client, now))
}
