import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { STAGING_COLUMNS } from '../read/parse-copy.ts'

/** Writes lines for COPY (see parse-copy.ts) into the staging table as they come; what `lines` throws undoes all of it. */
export async function copyIntoStaging(client: pg.PoolClient, lines: AsyncIterable<Uint8Array>): Promise<void> {
  const copy = client.query(copyFrom(`COPY import_row (${STAGING_COLUMNS.join(', ')}) FROM STDIN`))
  await pipeline(lines, copy)
}

/** The planner knows nothing of rows that this transaction wrote; without it a big file is matched row by row. */
export async function analyzeStaging(client: pg.PoolClient): Promise<void> {
  await client.query('ANALYZE import_row')
}
