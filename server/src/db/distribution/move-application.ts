/**
 * Moves an application to another machine of a Citus cluster, with its campaigns running: it gets a shard of its own, unless it has one,
 * and that moves by logical replication. Writes of the application wait for the last seconds of it; no other application notices.
 */
import pg from 'pg'
import { StartError } from '../../lib/start-error.ts'
import { isSpread } from './spread.ts'

export interface Machine {
  host: string
  port: number
}

/** Returns the machine that it was on. Rejects with StartError for what is not there, and for an application that is there already. */
export async function moveApplication(connectionString: string, applicationId: string, to: Machine): Promise<Machine> {
  const client = new pg.Client({ connectionString, application_name: 'notifly move' })
  await client.connect()
  try {
    await demandMove(client, applicationId, to)
    const from = await machineOf(client, await shardOf(client, applicationId))
    if (from.host === to.host && from.port === to.port) {
      throw new StartError(`The application is on ${to.host}:${to.port} already.`)
    }
    const shard = await ownShard(client, applicationId)
    await client.query(`select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'auto')`, [
      shard,
      from.host,
      from.port,
      to.host,
      to.port,
    ])
    return from
  } finally {
    await client.end()
  }
}

async function demandMove(client: pg.ClientBase, applicationId: string, { host, port }: Machine): Promise<void> {
  if (!(await isSpread(client, 'contact'))) {
    throw new StartError('The database is not spread over several machines: there is nothing to move (docs/scale.md).')
  }
  const { rows: applications } = await client.query('select 1 from application where application_id = $1', [
    applicationId,
  ])
  if (applications.length === 0) throw new StartError(`There is no application with the id ${applicationId}.`)
  const { rows: machines } = await client.query(
    `select 1 from pg_dist_node where nodename = $1 and nodeport = $2 and noderole = 'primary' and isactive`,
    [host, port],
  )
  if (machines.length === 0) {
    throw new StartError(`The cluster has no machine ${host}:${port}. Add it with citus_add_node() on the coordinator.`)
  }
}

async function shardOf(client: pg.ClientBase, applicationId: string): Promise<string> {
  const { rows } = await client.query<{ shard: string }>(
    `select get_shard_id_for_distribution_column('contact', $1::uuid)::text as shard`,
    [applicationId],
  )
  return rows[0]?.shard ?? ''
}

async function machineOf(client: pg.ClientBase, shard: string): Promise<Machine> {
  const { rows } = await client.query<Machine>(
    'select nodename as host, nodeport as port from pg_dist_shard_placement where shardid = $1',
    [shard],
  )
  const [machine] = rows
  if (machine === undefined) throw new StartError('The cluster does not say where the application is.')
  return machine
}

/** The shard that holds this application alone, made where it shares one. */
async function ownShard(client: pg.ClientBase, applicationId: string): Promise<string> {
  const shard = await shardOf(client, applicationId)
  const { rows } = await client.query<{ own: boolean }>(
    'select shardminvalue = shardmaxvalue as own from pg_dist_shard where shardid = $1',
    [shard],
  )
  if (rows[0]?.own === true) return shard
  await client.query(
    `select isolate_tenant_to_new_shard('contact', $1::uuid, 'CASCADE', shard_transfer_mode => 'auto')`,
    [applicationId],
  )
  return shardOf(client, applicationId)
}
