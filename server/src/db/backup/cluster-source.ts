/**
 * The embedded PostgreSQL, read while it runs, by PostgreSQL's own procedure: "Making a Base Backup Using the Low Level API". Its files
 * change while they are read; the write-ahead log from the beginning to the end of the reading makes them one moment.
 */
import { SEGMENT } from './archive-files.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBackupPassword } from '../embedded/initialize.ts'
import { clusterOf } from '../embedded/place.ts'
import { StartError } from '../../lib/start-error.ts'
import { type ClusterFile, listCluster, type TarWriter, writeTar } from './cluster-files.ts'
import { type DatabaseSource, type ReadingEnd, withClient } from './source.ts'

/** The server that runs on this data directory. `connectionString`: how the product reaches it. */
export async function clusterSource(dataDir: string, connectionString: string): Promise<DatabaseSource> {
  const home = join(dataDir, 'postgres')
  const cluster = await clusterOf(home)
  const password = await readBackupPassword(home)
  if (password === '') {
    throw new StartError(
      'The database was started by an earlier version of Notifly. Start this one once, then back up.',
    )
  }
  const { port } = new URL(connectionString)
  const asBackup = `postgres://notifly_backup:${password}@127.0.0.1:${port}/postgres`
  return {
    kind: 'embedded',
    connectionString,
    bytes: async () => (await listCluster(cluster)).reduce((sum, { bytes }) => sum + bytes, 0),
    read: () => {
      const tar = writeTar(cluster)
      const done = readCluster(asBackup, cluster, tar)
      done.catch((error: unknown) => tar.fail(error))
      return Promise.resolve({ bytes: tar.bytes, done })
    },
  }
}

/** How to reach the server that runs on this data directory; undefined when none does. */
export async function runningCluster(dataDir: string): Promise<string | undefined> {
  const home = join(dataDir, 'postgres')
  const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
  const [password, lock] = await Promise.all([
    read(join(home, 'password')),
    clusterOf(home).then(cluster => read(join(cluster, 'postmaster.pid'))),
  ])
  // PostgreSQL's lock file: the port is in its fourth line.
  const port = Number(lock.split('\n')[3])
  return password === '' || !(port > 0) ? undefined : `postgres://notifly:${password}@127.0.0.1:${port}/notifly`
}

function readCluster(connectionString: string, cluster: string, tar: TarWriter): Promise<ReadingEnd> {
  return withClient(connectionString, async client => {
    // A long reading outlives checkpoints, which throw away what they need no more of the log. The slot goes with the session.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`notifly_backup_${process.pid}`])
    await client.query(`select pg_backup_start('notifly', true)`)
    await tar.addFiles(await listCluster(cluster))
    const { rows } = await client.query<{ label: string; last: string; moment: Date }>(
      `select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as moment from pg_backup_stop(false)`,
    )
    const [stop] = rows
    if (stop === undefined) throw new Error('pg_backup_stop said nothing')
    const firstSegment = firstSegmentOf(stop.label)
    await tar.addText('backup_label', stop.label)
    await tar.addFiles(await walFiles(cluster, firstSegment, stop.last))
    tar.end()
    return { moment: stop.moment, firstSegment }
  })
}

function firstSegmentOf(label: string): string {
  const segment = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1]
  if (segment === undefined) throw new Error(`the backup label names no segment: ${label}`)
  return segment
}

const HISTORY = /^[0-9A-F]{8}\.history$/

/** What makes the files one moment, and how the timeline came about. */
async function walFiles(cluster: string, first: string, last: string): Promise<ClusterFile[]> {
  const names = await readdir(join(cluster, 'pg_wal'))
  // Of one timeline, so that their names sort as they were written.
  const segments = names.filter(name => SEGMENT.test(name) && name >= first && name <= last).sort()
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new Error(`pg_wal lacks segments from ${first} to ${last}`)
  return [...names.filter(name => HISTORY.test(name)), ...segments].map(name => ({ path: `pg_wal/${name}`, bytes: 0 }))
}
