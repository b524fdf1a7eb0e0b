/** SQL of lanes: throttling their rate, and blocking them while their configuration fails. */
import type pg from 'pg'
import { sql } from 'kysely'
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { limitTransaction } from '../record/merge-queries.ts'
import type { StoredConfiguration } from './lease-queries.ts'

/**
 * Reserves the lane's next `slots` slots, which are `1 / ratePerSecond` seconds apart. Returns how many milliseconds from now the first one
 * is.
 */
export async function reserveSlots(
  pool: pg.Pool,
  laneId: string,
  slots: number,
  ratePerSecond: number,
): Promise<number> {
  const { rows } = await pool.query<{ waitMs: number }>({
    name: 'delivery-slots',
    text: `
      update lane set next_slot_at = greatest(next_slot_at, clock_timestamp()) + $2 * interval '1 microsecond'
      where lane_id = $1
      returning greatest(0, extract(epoch from next_slot_at - $2 * interval '1 microsecond' - clock_timestamp()) * 1000)::float8
        as "waitMs"`,
    values: [laneId, Math.round((slots / ratePerSecond) * 1_000_000)],
  })
  return rows[0]?.waitMs ?? 0
}

interface Lane {
  applicationId: string
  channel: string
  laneId: string
}

/**
 * Blocks the lane: workers claim nothing from it until the wait is over or its settings change. The wait is the next one of `waitsMs`, or
 * `leastMs` if that is longer, but never longer than the last of `waitsMs`. The lane's runs and its configuration show the reason. Several
 * batches that fail at the same time count once.
 */
export async function blockLane(
  db: Db,
  { applicationId, channel, laneId }: Lane,
  words: Words,
  options: { now: Date; waitsMs: readonly number[]; leastMs: number },
): Promise<void> {
  const { now, waitsMs, leastMs } = options
  const reason = storedWords(words)
  await db.transaction().execute(async tx => {
    await limitTransaction(tx)
    const lane = await tx
      .selectFrom('lane')
      .where('lane_id', '=', laneId)
      .select(['blocks', sql<boolean>`blocked_until > ${now}`.as('isBlocked')])
      .forUpdate()
      .executeTakeFirst()
    if (lane === undefined || lane.isBlocked) return
    const ownMs = waitsMs[Math.min(lane.blocks, waitsMs.length - 1)] ?? 0
    const waitMs = Math.max(ownMs, Math.min(leastMs, waitsMs.at(-1) ?? 0))
    await tx
      .updateTable('lane')
      .set({
        blocks: Math.min(lane.blocks + 1, 1000),
        blocked_at: now,
        blocked_until: new Date(now.getTime() + waitMs),
        blocked_reason: reason,
        blocked_since: sql<Date>`coalesce(blocked_since, ${now})`,
      })
      .where('lane_id', '=', laneId)
      .execute()
    await setWaitReason(tx, { applicationId, channel, laneId }, reason, now)
  })
}

/** Unblocks the lane after a message went through, which shows that the configuration works. */
export async function unblockLane(db: Db, { applicationId, channel, laneId }: Lane): Promise<void> {
  await db.transaction().execute(async tx => {
    await limitTransaction(tx)
    const [cleared] = await tx
      .updateTable('lane')
      .set({ blocks: 0, blocked_until: '-infinity', blocked_reason: null, blocked_since: null })
      .where('lane_id', '=', laneId)
      .where('blocked_reason', 'is not', null)
      .execute()
    if (cleared === undefined || cleared.numUpdatedRows === 0n) return
    await setWaitReason(tx, { applicationId, channel, laneId }, null, null)
  })
}

/**
 * Sets the reason on the lane's runs and its configuration; null clears it. `since` is kept only if the configuration was not failing
 * already.
 */
async function setWaitReason(
  tx: Db,
  { applicationId, channel, laneId }: Lane,
  reason: string | null,
  since: Date | null,
) {
  await tx
    .updateTable('run')
    .set({ state_reason: reason })
    .where(eb => eb.and({ application_id: applicationId, lane_id: laneId, state: 'executing' }))
    .execute()
  await tx
    .updateTable('channel_configuration')
    .set({ failure: reason, failing_since: since === null ? null : sql<Date>`coalesce(failing_since, ${since})` })
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .execute()
}

/** Stores what a provider revealed about itself with the settings, unless these have changed since: they may then name another server. */
export async function rememberSettings(
  pool: pg.Pool,
  { configuration_id, settings }: Pick<StoredConfiguration, 'configuration_id' | 'settings'>,
  learnt: Readonly<Record<string, string>>,
): Promise<void> {
  await pool.query(
    'update channel_configuration set settings = settings || $3::jsonb where configuration_id = $1 and settings = $2::jsonb',
    [configuration_id, JSON.stringify(settings), JSON.stringify(learnt)],
  )
}
