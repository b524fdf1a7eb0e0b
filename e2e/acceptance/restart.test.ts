/** What an operator's machine goes through in the middle of a campaign: everybody gets the mail all the same. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, sendThrough } from './campaigns.ts'
import { freePorts, Installation } from './installation.ts'
import { startReceiver } from './receiver.ts'

const PEOPLE = 5000
/** The default of a configuration, all workers together. */
const CONNECTIONS = 20
const UP_IN_SECONDS = 30

const product = await Installation.create()
const receiver = await startReceiver()
await product.start()
const owner = await newOwner(product)
await sendThrough(owner, receiver.port)
const emails = addresses(PEOPLE)
const segment = await importAudience(owner, audienceFile(emails), 'Everybody')
afterAll(async () => {
  await product.remove()
  await receiver.stop()
})

/** Launches a campaign to everybody and resolves when about a third of the mails have arrived. */
async function amidACampaign(name: string) {
  const before = (await receiver.report()).recipients
  const total = await receiver.mails()
  const campaign = await launch(owner, { name, segment })
  await waitFor('a third of the mails', async () => ((await receiver.mails()) > total + PEOPLE / 3 ? true : undefined))
  return async () => {
    const run = await ended(owner, campaign, 60_000)
    const { recipients } = await receiver.report()
    const got = emails.map(email => (recipients[email] ?? 0) - (before[email] ?? 0))
    return {
      counts: run.counts,
      lost: got.filter(n => n === 0).length,
      doubled: got.filter(n => n > 1).length,
      most: Math.max(...got),
    }
  }
}

test('killed amid a campaign and started again: nobody is lost, doubled are at most the open connections', async () => {
  const outcome = await amidACampaign('Killed')
  await product.kill()
  expect(await product.start()).toBeLessThan(UP_IN_SECONDS)
  const { counts, lost, doubled, most } = await outcome()
  expect({ counts, lost }).toEqual({ counts: { sent: PEOPLE }, lost: 0 })
  expect(doubled).toBeLessThanOrEqual(CONNECTIONS)
  expect(most).toBeLessThanOrEqual(2)
})

test('stopped amid a campaign and started again: nobody is lost or gets it twice', async () => {
  const outcome = await amidACampaign('Stopped')
  expect(await product.stop()).toBe(0)
  await product.start()
  expect(await outcome()).toEqual({ counts: { sent: PEOPLE }, lost: 0, doubled: 0, most: 1 })
})

test('PostgreSQL killed amid a campaign comes back by itself: nobody is lost or gets it twice', async () => {
  const outcome = await amidACampaign('Without a database')
  await product.killPostgres()
  const statuses = new Set<number>()
  await waitFor('the database', async () => {
    const { status } = await fetch(`${product.url}/api/template`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    })
    statuses.add(status)
    return status === 200 ? true : undefined
  })
  expect([...statuses].filter(status => status !== 200 && status !== 503)).toEqual([])
  expect(await outcome()).toEqual({ counts: { sent: PEOPLE }, lost: 0, doubled: 0, most: 1 })
})

test('a second product on the same data says so and leaves the first alone', async () => {
  const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
  const settings = { PORT: `${port}`, NOTIFLY_SANDBOX_PORT: `${sandboxPort}`, NOTIFLY_SANDBOX_SMTP_PORT: `${smtpPort}` }
  expect(await product.refusal(settings)).toMatch(/already|in use/i)
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
})

test('a port that is taken is named, with what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const other = await Installation.create({ PORT: `${port}` })
  expect(await other.refusal()).toMatch(new RegExp(`Port ${port} is in use.*PORT=`, 's'))
  await other.remove()
  await new Promise(resolve => taken.close(resolve))
})
