import { lchown, statfs, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Place } from './place.ts'

const mebibyte = 1024 * 1024

/** Settings by name, as PostgreSQL takes them. */
export type ServerSettings = Record<string, string>

/** For data that is thrown away (tests): nothing waits for the disk. */
export const disposableSettings: ServerSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
}

/** For machines whose memory is short, whatever they have of it. */
export const smallSettings: ServerSettings = {
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  wal_buffers: '4MB',
  max_logical_replication_workers: '0',
}

/**
 * Writes who may connect (one user, by password, from this machine) and the settings. `ALTER SYSTEM` still wins over
 * them, so an operator can tune one by hand; address, port and authentication are given on the command line and fixed.
 */
export async function writeSettings(place: Place, overrides: ServerSettings): Promise<void> {
  const settings = { ...(await defaultSettings()), ...overrides }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  const files = {
    'pg_hba.conf': 'host all all 127.0.0.1/32 scram-sha-256\n',
    'notifly.conf': `# Written at every start. Change a setting with ALTER SYSTEM.\n${lines.join('\n')}\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(place.cluster, name), text, { mode: 0o600 })
    await giveFile(join(place.cluster, name), place)
  }
}

async function giveFile(file: string, place: Place): Promise<void> {
  const { uid, gid } = place.runAs
  if (uid !== undefined && gid !== undefined) await lchown(file, uid, gid)
}

async function defaultSettings(): Promise<ServerSettings> {
  // In a container the limit of its group counts; 0 means that there is none.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const megabytes = (share: number, least: number, most: number): string =>
    `${Math.round(Math.min(most, Math.max(least, (memoryBytes / mebibyte) * share)))}MB`
  return {
    max_connections: '100',
    shared_buffers: megabytes(1 / 8, 128, 2048),
    effective_cache_size: megabytes(1 / 2, 512, 65_536),
    maintenance_work_mem: megabytes(1 / 64, 64, 512),
    work_mem: '16MB',
    random_page_cost: '1.1', // solid-state disks: a random page costs little more than the next one
    jit: 'off', // statements are many and short; compiling costs more than it saves
    max_wal_size: '2GB', // bulk imports and launches between two checkpoints
    min_wal_size: '256MB',
    wal_buffers: '16MB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    dynamic_shared_memory_type: await sharedMemoryType(),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_min_duration_statement: '2s',
    // Recipients' data does not belong in a log: no parameters, no "Key (email)=(...) already exists".
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
  }
}

/** Containers get 64 MB of /dev/shm by default, which parallel queries exhaust; System V memory has no such limit. */
async function sharedMemoryType(): Promise<string> {
  if (process.platform === 'win32') return 'windows'
  if (process.platform !== 'linux') return 'posix'
  const shm = await statfs('/dev/shm').catch(() => undefined)
  return shm && shm.bsize * shm.blocks >= 256 * mebibyte ? 'posix' : 'sysv'
}
