/** What an operator's machine goes through in the middle of a campaign: every recipient gets the email all the same. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, sendThrough } from './campaigns.ts'
import { freePorts, Installation } from '@notifly/server/testing/installation'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'

const PEOPLE = 5000
/** The default of a configuration, all workers together. */
const CONNECTIONS = 20
const UP_IN_SECONDS = 30

const product = await Installation.create()
const receiver = await startMailCounter()
await product.start()
const owner = await newOwner(product)
await sendThrough(owner, receiver.port)
const emails = addresses(PEOPLE)
const segment = await importAudience(owner, audienceFile(emails), 'Everybody')
afterAll(async () => {
  await product.remove()
  await receiver.stop()
})

/** Launches a campaign to all contacts. Returns how to wait for its first third, and for its end with what became of it. */
async function launched(name: string) {
  const before = await receiver.report()
  const campaign = await launch(owner, { name, segment })
  return {
    firstThird: () =>
      waitFor('a third of the mails', async () =>
        (await receiver.mails()) > before.mails + PEOPLE / 3 ? true : undefined,
      ),
    outcome: async () => {
      const { counts } = await ended(owner, campaign, 60_000)
      const { recipients } = await receiver.report()
      const got = emails.map(email => (recipients[email] ?? 0) - (before.recipients[email] ?? 0))
      const lost = got.filter(n => n === 0).length
      return { counts, lost, doubled: got.reduce((sum, n) => sum + n, 0) - got.length + lost }
    },
  }
}

const EACH_ONCE = { counts: { sent: PEOPLE }, lost: 0, doubled: 0 }

test('killed while a campaign begins, and again amid it: nobody is lost, doubled are at most the open connections', async () => {
  const { firstThird, outcome } = await launched('Killed')
  await product.kill()
  expect(await product.start()).toBeLessThan(UP_IN_SECONDS)
  await firstThird()
  await product.kill()
  await product.start()
  const { doubled, ...others } = await outcome()
  expect(others).toEqual({ counts: { sent: PEOPLE }, lost: 0 })
  expect(doubled).toBeLessThanOrEqual(CONNECTIONS)
})

test('stopped amid a campaign and started again: nobody is lost or gets it twice', async () => {
  const { firstThird, outcome } = await launched('Stopped')
  await firstThird()
  expect(await product.stop()).toBe(0)
  await product.start()
  expect(await outcome()).toEqual(EACH_ONCE)
})

test('PostgreSQL killed amid a campaign comes back by itself: nobody is lost or gets it twice', async () => {
  const { firstThird, outcome } = await launched('Without a database')
  await firstThird()
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
  expect(await outcome()).toEqual(EACH_ONCE)
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
