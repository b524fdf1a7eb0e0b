/** `npm start` itself, from the launcher to the workers, and what it leaves behind. */
import { readdir } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, sendThrough } from './campaigns.ts'
import { Installation } from '@notifly/server/testing/installation'

const PEOPLE = 50

const product = await Installation.create({}, { command: 'npm' })
afterAll(() => product.remove())

test('npm start serves and sends; told to stop it leaves no process behind, whoever was told', async () => {
  await product.start()
  const owner = await newOwner(product)
  await sendThrough(owner, product.smtpPort)
  const segment = await importAudience(owner, audienceFile(addresses(PEOPLE)), 'Everybody')
  const campaign = await launch(owner, { name: 'From npm start', segment })
  expect((await ended(owner, campaign, 60_000)).counts).toEqual({ sent: PEOPLE })

  // npm alone, as a process manager does: the shell between npm and us ends without passing it on.
  await product.stop()
  await nothingRuns()

  await product.start()
  await product.interrupt()
  await nothingRuns()
  expect(product.errors).toEqual([])
})

/** PostgreSQL is stopped last, so its lock is gone when all the rest is. */
async function nothingRuns(): Promise<void> {
  await waitFor('the end of all processes', async () => {
    const files = await readdir(product.dataDir, { recursive: true })
    return files.some(file => file.endsWith('postmaster.pid')) ? undefined : true
  })
  await expect(fetch(`${product.url}/healthz`)).rejects.toThrow('fetch failed')
  await expect(fetch(`${product.sandboxUrl}/api/messages`)).rejects.toThrow('fetch failed')
}
