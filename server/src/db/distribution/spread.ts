/**
 * Spreads the tables of applications over the machines of a Citus cluster (docs/scale.md). Asked of the database at each start that
 * migrates: where it is one PostgreSQL, nothing happens.
 */
import pg from 'pg'
import { StartError } from '../../lib/start-error.ts'
import { DISTRIBUTED_TABLES } from './tables.ts'

/** auto: wherever the extension is there. */
export type DistributeMode = 'auto' | 'off'

/** Triggers that distributed tables must not have: their writers do the same themselves (withTriggers). */
export const TRIGGERS_TO_FOLLOW = {
  contact_created_told: 'contact',
  contact_updated_told: 'contact',
  count_changed_departures: 'consent',
  count_fresh_departures: 'consent',
  count_new_contacts: 'contact',
  count_suppressions: 'suppression',
  follow_changed_contacts: 'contact',
  follow_gone_contacts: 'contact',
  follow_new_contacts: 'contact',
  note_images_of_messages: 'message',
  take_field_slot: 'merge_field',
} as const

/** Any number that no other program locks in this database. */
const SPREAD_LOCK = 4_711_020_304

type Standing = 'one machine' | 'spread before' | 'spread now'

/**
 * Spreads what is not spread yet, whole or not at all. Processes that start at once take turns. Rejects with StartError where tables are
 * spread half, where a cluster has no machine to spread to, and where tables are spread though `mode` says no.
 */
export async function spreadTables(connectionString: string, mode: DistributeMode): Promise<Standing> {
  const client = new pg.Client({ connectionString, application_name: 'notifly distribution' })
  await client.connect()
  try {
    if (!(await hasExtension(client))) return 'one machine'
    await client.query('select pg_advisory_lock($1)', [SPREAD_LOCK])
    return await spread(client, mode)
  } finally {
    await client.end()
  }
}

async function hasExtension(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as found`,
  )
  return rows[0]?.found === true
}

async function spread(client: pg.Client, mode: DistributeMode): Promise<Standing> {
  const done = await selectSpread(client)
  const missing = DISTRIBUTED_TABLES.filter(table => !done.has(table))
  if (mode === 'off' && done.size === 0) return 'one machine'
  if (missing.length === 0) return 'spread before'
  if (mode === 'off') throw new StartError(halfSpread(done, missing, 'and NOTIFLY_DISTRIBUTE is off.'))
  const filled = done.size === 0 ? [] : await selectFilled(client, missing)
  if (filled.length > 0) throw new StartError(halfSpread(done, filled, 'though they have rows.'))
  await demandMachines(client)
  await spreadAll(client, missing, done.has('contact') ? 'contact' : 'none')
  return 'spread now'
}

/** Whether a table's rows are on several machines. */
export async function isSpread(client: pg.ClientBase, table: string): Promise<boolean> {
  return (await hasExtension(client)) && (await selectSpread(client)).has(table)
}

/** Of our tables those that are spread by the application. */
async function selectSpread(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition
     where partmethod = 'h' and logicalrelid::regclass::text = any($1::text[])`,
    [DISTRIBUTED_TABLES],
  )
  return new Set(rows.map(({ name }) => name))
}

async function selectFilled(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const filled: string[] = []
  for (const table of tables) {
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select 1 from ${pg.escapeIdentifier(table)}) as filled`,
    )
    if (rows[0]?.filled === true) filled.push(table)
  }
  return filled
}

function halfSpread(done: ReadonlySet<string>, missing: readonly string[], why: string): string {
  return (
    `The database is spread over several machines by half: ${[...done].sort().join(', ')} are, ${missing.join(', ')} are not, ${why} ` +
    'Restore the backup that was taken before, or bring the first ones back with undistribute_table() of Citus. Nothing was changed.'
  )
}

async function demandMachines(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ machines: number }>(
    `select count(*)::int as machines from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`,
  )
  if ((rows[0]?.machines ?? 0) > 0) return
  throw new StartError(
    'The database has the extension Citus, and no machine to spread tables to. Add one with citus_add_node(), or set NOTIFLY_DISTRIBUTE=off.',
  )
}

async function spreadAll(client: pg.Client, tables: readonly string[], beside: string): Promise<void> {
  await client.query('begin')
  try {
    // One table after the other, on one connection to each machine: what follows then sees what came before.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    for (const [trigger, table] of Object.entries(TRIGGERS_TO_FOLLOW)) {
      await client.query(`drop trigger if exists ${trigger} on ${table}`)
    }
    let first = beside
    for (const table of tables) {
      await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
        table,
        'application_id',
        first,
      ])
      if (first === 'none') first = table
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartError(
      `The tables could not be spread over the machines of the cluster: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    )
  }
  // Their rows are on the machines by now; what the coordinator still has of them only takes room.
  for (const table of tables) {
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
  }
}
