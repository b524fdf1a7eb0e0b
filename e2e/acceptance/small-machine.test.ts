/** A small machine, as `NOTIFLY_SMALL=on` makes it: everything in fewer processes, which come back like others. */
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { Installation } from '@notifly/server/testing/installation'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, launch, progress, sendThrough } from './campaigns.ts'

const BACK_MS = 60_000

const product = await Installation.create({ NOTIFLY_SMALL: 'on', NOTIFLY_WORKERS: '2' })
await product.start()
afterAll(() => product.remove())

async function commands(): Promise<string[]> {
  const pids = await product.children()
  return Promise.all(pids.map(async pid => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')))
}

async function pidOf(command: string): Promise<number | undefined> {
  const pids = await product.children()
  const all = await commands()
  return pids[all.findIndex(each => each.includes(command))]
}

test('API, scheduler and sandbox share a process, with one worker beside it; mail is sent, and bounces come back', async () => {
  const ours = (await commands()).filter(each => each.includes('server/src'))
  expect(ours).toHaveLength(2)
  expect(ours.some(each => each.includes('role-process.ts together'))).toBe(true)
  expect(ours.some(each => each.includes('worker-process.ts'))).toBe(true)

  const owner = await newOwner(product)
  await sendThrough(owner, product.smtpPort)
  const people = [...addresses(20), 'bounce-late@example.com']
  const segment = await importAudience(owner, audienceFile(people), 'Everybody')
  const campaign = await launch(owner, { name: 'Small', segment })
  const counts = await waitFor('the bounce', async () => {
    const now = await progress(owner, campaign)
    return now?.counts['bounced'] === 1 ? now.counts : undefined
  })
  expect(counts).toEqual({ sent: 20, bounced: 1 })
})

test('the shared process is started again when it is killed, and that is counted', async () => {
  const killed = await waitFor('the shared process', () => pidOf('role-process.ts together'))
  process.kill(killed, 'SIGKILL')
  const metrics = await waitFor(
    'the API',
    async () => {
      const answer = await fetch(`${product.url}/metrics`).catch(() => undefined)
      const text = answer?.ok === true ? await answer.text() : ''
      return text.includes('notifly_process_restarts_total{') ? text : undefined
    },
    BACK_MS,
  )
  expect(metrics).toContain('notifly_process_restarts_total{process="together",reason="died"} 1')
  expect((await fetch(`${product.sandboxUrl}/api/messages`)).ok).toBe(true)
  expect(await pidOf('role-process.ts together')).not.toBe(killed)
})
