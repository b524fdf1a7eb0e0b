/** The disk of the embedded PostgreSQL fills up amid a campaign, its log included, so that the server crashes. Mounting a small one takes root. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@notifly/server/db/database'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { isRoot } from '@notifly/server/testing/data-directories'
import { mountSmallDisk } from '@notifly/server/testing/full-disk'
import { Installation } from '@notifly/server/testing/installation'
import { expect, onTestFinished, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, sendThrough } from './campaigns.ts'

const PEOPLE = 3000
/** Room for a new database and its log. */
const DISK = '500m'
const PIECE_BYTES = 4_000_000

test.skipIf(!isRoot)(
  'a campaign whose database finds no room for its log loses nobody, and goes on when there is room',
  async () => {
    const product = await Installation.create()
    onTestFinished(() => product.remove())
    mountSmallDisk(product.dataDir, DISK)
    await using stack = new AsyncDisposableStack()
    const receiver = await startMailCounter()
    stack.defer(() => receiver.stop())
    await product.start()
    stack.defer(async () => void (await product.stop()))
    const owner = await newOwner(product)
    await sendThrough(owner, receiver.port, { messages_per_second: 300 })
    const emails = addresses(PEOPLE)
    const segment = await importAudience(owner, audienceFile(emails), 'Everybody')
    const campaign = await launch(owner, { segment })
    await waitFor('the first mails', async () => ((await receiver.mails()) > PEOPLE / 10 ? true : undefined))

    const filler = await fillDisk(product.dataDir)
    const status = async () => {
      const headers = { Authorization: `Bearer ${owner.token}` }
      return (await fetch(`${product.url}/api/template`, { headers })).status
    }
    await waitFor('the answer that there is no database', async () => {
      await writeLogUntilItCrashes(product)
      return (await status()) === 503 ? true : undefined
    })
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)

    await Promise.all(filler.map(file => rm(file)))
    await waitFor('the database', async () => ((await status()) === 200 ? true : undefined), 60_000)
    const { counts } = await ended(owner, campaign, 90_000)
    const { recipients } = await receiver.report()
    expect(counts).toEqual({ sent: PEOPLE })
    expect(emails.filter(email => recipients[email] === undefined)).toEqual([])
  },
  240_000,
)

/** Leaves no room for another block. Returns the files that take it. */
async function fillDisk(folder: string): Promise<string[]> {
  const files: string[] = []
  for (let pieceBytes = PIECE_BYTES; pieceBytes >= 4096;) {
    const file = join(folder, `filler-${files.length}`)
    files.push(file)
    try {
      await writeFile(file, Buffer.alloc(pieceBytes))
    } catch {
      pieceBytes /= 2
    }
  }
  return files
}

/** Writes to PostgreSQL's log alone, to no table, until there is no room for another segment and the server crashes. */
async function writeLogUntilItCrashes(product: Installation): Promise<void> {
  const home = join(product.dataDir, 'postgres')
  const password = await readFile(join(home, 'password'), 'utf8')
  const port = Number((await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[3])
  const connectionString = `postgres://notifly:${password}@127.0.0.1:${port}/notifly`
  const database = openDatabase({ connectionString, maxConnections: 1 })
  const write = async () => {
    for (let no = 0; no < 500; no++)
      await database.pool.query(`select pg_logical_emit_message(true, 'filler', repeat('x', 4000000))`)
  }
  await expect(write()).rejects.toThrow(/terminat|No space left|reset|recovery|starting up|refused/)
  await database.close()
}
