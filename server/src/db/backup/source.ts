import pg from 'pg'
import { primaryUrl } from '../primary.ts'

/** A database that can be backed up while it is used. */
export interface DatabaseSource {
  kind: 'embedded' | 'external'
  /** How the product itself reaches it. */
  connectionString: string
  /** An estimate of what it takes on the disk. */
  bytes(): Promise<number>
  read(): Promise<DatabaseReading>
}

export interface DatabaseReading {
  /** All of the database. */
  bytes: ReadableStream<Uint8Array>
  /** Whether `bytes` had all of it is known when this resolves. */
  done: Promise<ReadingEnd>
}

export interface ReadingEnd {
  /** What was read is the database as it was then. */
  moment: Date
  /** Where the archive continues; null for a dump, after which nothing can be replayed. */
  firstSegment: string | null
}

export interface DatabaseFacts {
  /** Major version of the server. */
  version: number
  /** Migrations in order; none where the product never ran on it. */
  migrations: string[]
  bytes: number
}

export async function describeDatabase(connectionString: string): Promise<DatabaseFacts> {
  return withClient(connectionString, async client => {
    const { rows } = await client.query<{ version: number; bytes: number; known: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, pg_database_size(current_database())::float8 as bytes,
         to_regclass('schema_migration') is not null as known`,
    )
    const [{ version, bytes, known } = { version: 0, bytes: 0, known: false }] = rows
    const applied = known
      ? await client.query<{ name: string }>('select name from schema_migration order by name')
      : null
    return { version, bytes, migrations: applied?.rows.map(({ name }) => name) ?? [] }
  })
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: await primaryUrl(connectionString),
    application_name: 'notifly backup',
  })
  client.on('error', () => undefined) // the query in flight rejects with it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
