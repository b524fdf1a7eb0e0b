/** Compares the import of an audience file through the API with COPY of the same rows. */
import type { ImportProgress, Verification } from '@notifly/contracts/imports/imports'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, BenchContext } from '../harness/bench-context.ts'
import { compare, seconds } from '../harness/compare.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { inMebibytes, tree, watchMemory } from '../harness/processes.ts'
import type { Product } from '../harness/product.ts'
import type { Result } from '../result.ts'
import type { Sizes } from '../sizes.ts'
import { audienceFile } from './people.ts'

const LOOK_MS = 50
const COLUMNS = `contact_id, external_user_id, email, email_key, phone_number, country, lang, latitude, longitude,
  platform_type, device_details, timezone, timezone_offset, is_test, merge_fields, created_on, updated_on, added_at, changed_at`

export const benchImport: Benchmark = async ({ environment, sizes, say }) => {
  const { importRows, rounds } = sizes
  const file = audienceFile(importRows)
  const megabytes = (file.length / 1_000_000).toFixed(1)
  say(`import of ${importRows} rows, ${megabytes} MB, ${rounds} rounds`)
  const growth = await compareMemory(environment, file, sizes)
  await using own = await environment()
  const { product, database } = own
  using memory = watchMemory(() => tree(product.pid))
  const first = await importInto(product, file, importRows)
  const lines = await copyOut(database, first.applicationId)
  await copyIn(database, lines)
  const comparison = await compare(
    rounds,
    async () => importRows / (await seconds(() => importInto(product, file, importRows))),
    async () => importRows / (await copyIn(database, lines)),
  )
  return [
    {
      ...comparison,
      name: 'import of a CSV',
      bar: { least: 0.5 },
      unit: 'rows/s',
      limitName: 'COPY',
      costs: `${inMebibytes(await memory.stop())} its largest process`,
      how:
        `${importRows} rows, ${megabytes} MB, uploaded to the running product and verified, then inserted into an empty ` +
        'application with its segment and merge fields, up to the state "done". Limit: COPY of the rows that the import ' +
        'wrote, as text made before, into the same table with the same indexes.',
    },
    growth,
  ]
}

/** Compares the memory of a process that imports one file of all the rows with that of a process that imports one of few. */
async function compareMemory(
  environment: BenchContext['environment'],
  file: Buffer,
  { importRows, fewImportRows }: Sizes,
): Promise<Result> {
  const peakOf = async (content: Buffer, rows: number): Promise<number> => {
    await using own = await environment()
    const { product } = own
    using memory = watchMemory(() => tree(product.pid))
    await importInto(product, content, rows)
    return (await memory.stop()) / 1_048_576
  }
  const comparison = await compare(
    1,
    () => peakOf(file, importRows),
    () => peakOf(audienceFile(fewImportRows), fewImportRows),
  )
  return {
    ...comparison,
    name: 'memory of an import',
    bar: { most: 1.15 },
    unit: 'MB',
    limitName: `${fewImportRows} rows`,
    costs: '-',
    how: `Largest resident memory of a process of the product that imports one file and nothing before it, ${importRows} rows against ${fewImportRows}.`,
  }
}

interface Imported {
  applicationId: string
  token: string
}

/** Uploads, inserts, and waits for the end. Returns the application that it made for it. */
export async function importInto(product: Product, file: Buffer, rows: number): Promise<Imported> {
  const { applicationId, token } = await product.newApplication()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'audience.csv')
  const verified = await product.call<Verification>(token, 'POST', '/api/audience/verify', form)
  if (verified.expected_users !== rows) throw new Error(`${verified.expected_users} of ${rows} rows were accepted`)
  await product.call(token, 'POST', `/api/audience/${verified.corelation_id}`, { segment_name: 'Everybody' })
  for (;;) {
    const path = `/api/audience/import/${verified.corelation_id}`
    const { state, message } = await product.call<ImportProgress>(token, 'GET', path)
    if (state === 'done') return { applicationId, token }
    if (state === 'failed') throw new Error(`the import failed: ${message ?? ''}`)
    await delay(LOOK_MS)
  }
}

/** The application's contacts as lines for COPY, without the application. */
export async function copyOut({ pool }: BenchDatabase, applicationId: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    const query = `copy (select ${COLUMNS} from contact where application_id = '${applicationId}') to stdout`
    const pieces: Buffer[] = await client.query(copyTo(query)).toArray()
    return Buffer.concat(pieces).toString('utf8').split('\n').slice(0, -1)
  } finally {
    client.release()
  }
}

/** Copies the lines into another application. Returns the seconds it took, without preparing the text. */
export async function copyIn({ pool }: BenchDatabase, lines: readonly string[]): Promise<number> {
  const applicationId = uuidv7()
  const text = Buffer.from(lines.map(line => `${applicationId}\t${line}\n`).join(''))
  const pieces = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, no) =>
    text.subarray(no * 65_536, (no + 1) * 65_536),
  )
  const client = await pool.connect()
  try {
    return await seconds(() =>
      pipeline(Readable.from(pieces), client.query(copyFrom(`copy contact (application_id, ${COLUMNS}) from stdin`))),
    )
  } finally {
    client.release()
  }
}
