/**
 * Databases of test files on a cluster (NOTIFLY_TEST_CITUS_URL): one of the name on every machine, with the extension, known to the
 * coordinator, migrated and spread. The machines are those that the coordinator knows in the database of the address; their addresses lead
 * there from here too, with the same user and password.
 */
import pg from 'pg'
import { spreadTables } from '../db/distribution/spread.ts'
import { migrate } from '../db/migrate.ts'
import { databaseUrl, migrateQueue, onServer } from './postgres-setup.ts'

interface Machine {
  host: string
  port: number
}

/** Few, so that a database is there soon. */
const SHARDS = 4

/** Returns the addresses of all machines, the coordinator's first. */
export async function createOnCluster(coordinator: string, name: string): Promise<string[]> {
  const workers = await selectWorkers(coordinator)
  const addresses = [coordinator, ...workers.map(worker => addressOf(coordinator, worker))]
  for (const address of addresses) {
    await onServer(address, `CREATE DATABASE ${name}`)
    await onServer(databaseUrl(address, name), 'CREATE EXTENSION citus')
  }
  await onServer(coordinator, `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`)
  const connectionString = databaseUrl(coordinator, name)
  await onServer(
    connectionString,
    `SELECT citus_set_coordinator_host(${pg.escapeLiteral(new URL(coordinator).hostname)})`,
  )
  for (const { host, port } of workers) {
    await onServer(connectionString, `SELECT citus_add_node(${pg.escapeLiteral(host)}, ${port})`)
  }
  await migrate(connectionString)
  await migrateQueue(connectionString)
  await spreadTables(connectionString, 'auto')
  return addresses
}

async function selectWorkers(coordinator: string): Promise<Machine[]> {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  try {
    const { rows } = await client.query<Machine>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and noderole = 'primary' and isactive order by nodeid`,
    )
    return rows
  } finally {
    await client.end()
  }
}

function addressOf(coordinator: string, { host, port }: Machine): string {
  const url = new URL(coordinator)
  url.hostname = host
  url.port = String(port)
  return url.href
}
