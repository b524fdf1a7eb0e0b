/**
 * Writes this release's database, filled with a small demo, to where the next release tests its migrations
 * (server/src/db/release.test.ts). Run it for each release:
 *
 *     DATABASE_URL=postgres://… NOTIFLY_SECRET=… NOTIFLY_DATA_DIR=$(mktemp -d) node demo/src/release-process.ts
 *
 * The database must be a new one, on the oldest supported PostgreSQL, with the pg_dump of that version on the PATH.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { readConfig } from '@notifly/server/config'

/** 180 contacts, all channels, half a year. */
const SCALE = 0.004
const FILL = fileURLToPath(new URL('./fill-process.ts', import.meta.url))
const TARGET = new URL('../../server/src/testing/release/database.sql.zst', import.meta.url)

const { databaseUrl } = readConfig()
if (databaseUrl === null) throw new Error('DATABASE_URL is missing')
await run(process.execPath, ['--disable-warning=ExperimentalWarning', FILL, `--scale=${SCALE}`], 'inherit')
// As INSERT statements, because the loader does not support COPY.
const dump = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200', `--dbname=${databaseUrl}`]
await run('pg_dump', dump, 'pipe')

async function run(file: string, args: readonly string[], output: 'inherit' | 'pipe'): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', output, 'inherit'] })
  const ended = once(child, 'close')
  if (child.stdout !== null) {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 19 } })
    await pipeline(child.stdout, compress, createWriteStream(TARGET))
  }
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
}
