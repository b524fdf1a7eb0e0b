/**
 * Turns: one process at a time asks the provider about an organization and stores the answer. So two browser tabs buy one plan, and an old
 * answer never overwrites a newer one. A turn is a row with an end, not a lock: no process keeps a connection while the provider takes its
 * time, and after a crash others wait until that end at most.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { releaseTurn, lockTurn, acquireTurn } from './turn-queries.ts'

/** Longer than all calls of one operation take at worst. */
const HELD_SECONDS = 120
const LOOK_AGAIN_MS = 150
const PATIENCE_MS = 8000

export interface Turn {
  organizationId: string
  /** Writes within the turn. Throws if another process has taken it over meanwhile: what was read is then outdated. */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>
}

/** Throws conflict if other turns do not end in time. */
export async function inTurn<T>(db: Db, organizationId: string, work: (turn: Turn) => Promise<T>): Promise<T> {
  const holder = randomUUID()
  const begun = performance.now()
  while (!(await acquireTurn(db, organizationId, holder, HELD_SECONDS))) {
    if (performance.now() - begun > PATIENCE_MS) throw new AppError('conflict', sentence('billing.busy'))
    await delay(LOOK_AGAIN_MS)
  }
  try {
    return await work({
      organizationId,
      write: write =>
        db.transaction().execute(async tx => {
          if (await lockTurn(tx, organizationId, holder)) return write(tx)
          throw new AppError('conflict', sentence('billing.busy'))
        }),
    })
  } finally {
    await releaseTurn(db, organizationId, holder)
  }
}
