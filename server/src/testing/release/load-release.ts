import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { onServer } from '../postgres-setup.ts'

/** Written by demo/src/release-process.ts. */
const DUMP = new URL('database.sql.zst', import.meta.url)

/** Fills an empty database with that of the release before: its tables, with rows in them. */
export async function loadRelease(connectionString: string): Promise<void> {
  const text = (await promisify(zstdDecompress)(await readFile(DUMP))).toString()
  // Lines that are for psql.
  await onServer(connectionString, text.replaceAll(/^\\.*$/gm, ''))
}
