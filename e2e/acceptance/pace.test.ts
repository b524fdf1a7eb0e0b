/** How fast mails leave, and how soon they stop leaving, as seen by the server that gets them. */
import { cancelCampaign, pauseCampaign, resumeCampaign } from '@notifly/contracts/campaigns/calls'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, sendThrough } from './campaigns.ts'
import { startMailServer } from './mail-server.ts'

const product = { url: inject('url'), sandboxUrl: inject('sandboxUrl') }

/** What was promised: nothing leaves later than that after the answer. */
const STOP_MS = 2000

test('a pause and a cancel hold within two seconds of their answer, and a resume leaves nobody out', async () => {
  const { server, owner, segment, people, arrivals } = await audienceOf(4000)
  const body = { uuid: await launch(owner, { segment }) }
  const { token, api } = owner

  await arrived(arrivals, 300)
  expect((await api(pauseCampaign, { token, body })).status).toBe('paused')
  const whilePaused = await restAfter(arrivals, performance.now())
  expect(whilePaused).toBeLessThan(people)

  expect((await api(resumeCampaign, { token, body })).status).toBe('executing')
  await arrived(arrivals, whilePaused + 300)
  await api(cancelCampaign, { token, query: body })
  const atLast = await restAfter(arrivals, performance.now())
  expect(atLast).toBeLessThan(people)

  const run = await ended(owner, body.uuid)
  expect(run).toMatchObject({ status: 'cancelled', counts: { sent: atLast, cancelled: people - atLast } })
  expect(new Set(server.arrived.map(({ to }) => to)).size).toBe(atLast)
  await server.close()
})

test('a limit of messages per second holds over all workers', async () => {
  const { server, owner, segment, people, arrivals } = await audienceOf(200, { messages_per_second: 50 })
  const run = await ended(owner, await launch(owner, { segment }))
  expect(run.counts).toEqual({ sent: people })
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000
  expect((people - 1) / seconds).toBeLessThan(55)
  // Others may be at work on this machine.
  expect((people - 1) / seconds).toBeGreaterThan(35)
  await server.close()
})

/** People and a mail server that takes its time and notes when each mail arrives. */
async function audienceOf(people: number, settings = {}) {
  const arrivals: number[] = []
  const server = await startMailServer({
    dot: () => {
      arrivals.push(performance.now())
      return '250 ok'
    },
    write: (socket, text) => void setTimeout(() => socket.writable && socket.write(text), 10),
  })
  const owner = await newOwner(product)
  await sendThrough(owner, server.port, settings)
  const segment = await importAudience(owner, audienceFile(addresses(people)), 'Everybody')
  return { server, owner, segment, people, arrivals }
}

async function arrived(arrivals: readonly number[], count: number): Promise<void> {
  await waitFor(`${count} mails`, async () => (arrivals.length >= count ? true : undefined))
}

/** Waits well beyond the promise, and answers how many had arrived by then; none may have come after the promise. */
async function restAfter(arrivals: readonly number[], answeredAt: number): Promise<number> {
  await delay(STOP_MS * 2)
  expect((arrivals.at(-1) ?? 0) - answeredAt).toBeLessThan(STOP_MS)
  return arrivals.length
}
