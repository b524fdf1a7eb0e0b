/**
 * A PostgreSQL server from the system's packages on a machine of the network, as operators run one: with its own settings, fsync included.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@notifly/server/db/database'
import type { Machine } from '../network.ts'

const PACKAGED = '/usr/lib/postgresql'
const PORT = 5432
const LOOK_MS = 100

export interface PackagedPostgres extends AsyncDisposable {
  connectionString: string
}

export async function startPackagedPostgres(machine: Machine): Promise<PackagedPostgres> {
  const version = readdirSync(PACKAGED).toSorted().at(-1)
  if (version === undefined) throw new Error('PostgreSQL is needed here: apt-get install postgresql')
  const bin = join(PACKAGED, version, 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'notifly-machines-'))
  chownSync(folder, idOf('-u'), idOf('-g'))
  const data = join(folder, 'data')
  execFileSync('setpriv', [
    ...AS_POSTGRES,
    join(bin, 'initdb'),
    '-D',
    data,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  await appendFile(join(data, 'pg_hba.conf'), 'host all all samenet trust\n')
  const settings = { listen_addresses: '*', port: PORT, max_connections: 400, shared_buffers: '256MB', jit: 'off' }
  const args = Object.entries({ ...settings, unix_socket_directories: '' }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  machine.run('setpriv', [
    ...AS_POSTGRES,
    join(bin, 'postgres'),
    '-D',
    data,
    ...args,
    '-c',
    'log_destination=stderr',
    '-c',
    `logging_collector=on`,
  ])
  const server = `postgres://postgres@${machine.address}:${PORT}`
  await untilItAnswers(`${server}/postgres`)
  const { pool, close } = openDatabase({ connectionString: `${server}/postgres`, maxConnections: 1 })
  await pool.query('create database notifly')
  await close()
  return {
    connectionString: `${server}/notifly`,
    [Symbol.asyncDispose]: async () => {
      await machine.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups']

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (;;) {
    const { pool, close } = openDatabase({ connectionString, maxConnections: 1 })
    const isThere = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    await close()
    if (isThere) return
    await delay(LOOK_MS)
  }
}
