/**
 * Writes the database of this release, filled with a little of the demo, to where the next release tries its migrations on it
 * (server/src/db/release.test.ts). To be run when a release is made:
 *
 *     DATABASE_URL=postgres://… NOTIFLY_SECRET=… NOTIFLY_DATA_DIR=$(mktemp -d) node demo/src/release-process.ts
 *
 * The database is a new one, of the oldest PostgreSQL that is supported, and its pg_dump is on the PATH.
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
// As statements: what loads them knows no COPY.
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
