/** Everything that goes wrong at a mail server: it is told in words, and the campaign goes on for all others. */
import { listCampaigns } from '@notifly/contracts/campaigns/calls'
import { updateEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { listRecipients, readTrail } from '@notifly/contracts/runs/deliveries'
import { readInstallation } from '@notifly/contracts/operator/installation'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, inject, test } from 'vitest'
import { newOwner, type Owner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, mailServer, progress, sendThrough } from './campaigns.ts'
import { startMailServer } from './mail-server.ts'

const product = { url: inject('url'), sandboxUrl: inject('sandboxUrl') }
const sandbox = await sandboxSmtp()

/** Once the settings are corrected no recipient should have to wait. */
const MENDED_SECONDS = 10

test.each([
  ['a wrong password', { port_no: sandbox, username: 'wrong' }, /refused the username or password/],
  ['a port that nobody listens on', { port_no: await closedPort() }, /isn’t listening on this port/],
  ['a host that does not exist', { host: 'smtp.nowhere.invalid' }, /Host not found/],
])('%s: the campaign waits and says why, and goes on by itself once it is mended', async (_, wrong, words) => {
  const owner = await newOwner(product)
  await sendThrough(owner, sandbox, wrong)
  const emails = addresses(5, crypto.randomUUID().slice(0, 8))
  const segment = await importAudience(owner, audienceFile(emails), 'Five people')
  const campaign = await launch(owner, { segment })

  const waiting = await waitFor('the reason', async () => {
    const run = await progress(owner, campaign)
    return run?.status_reason === null ? undefined : run
  })
  expect(waiting.status_reason).toMatch(words)
  expect(waiting.counts).toEqual({ pending: 5 })
  const [row] = await owner.api(listCampaigns, { token: owner.token })
  expect(row).toMatchObject({ status: 'executing', status_reason: waiting.status_reason })

  const mendedAt = performance.now()
  await owner.api(updateEmailConfiguration, { token: owner.token, body: mailServer(sandbox) as never })
  const run = await ended(owner, campaign)
  expect(run).toMatchObject({ counts: { sent: 5 }, status_reason: null })
  expect((performance.now() - mendedAt) / 1000).toBeLessThan(MENDED_SECONDS)
})

test('mailboxes that refuse, put off or bounce later are told apart; everybody else gets the mail', async () => {
  const owner = await newOwner(product)
  await sendThrough(owner, sandbox)
  const special = [
    'bounce-hard@example.com',
    'bounce-soft@example.com',
    'bounce-late@example.com',
    'defer-always@example.com',
  ]
  const emails = addresses(20, crypto.randomUUID().slice(0, 8))
  const segment = await importAudience(owner, audienceFile([...emails, ...special]), 'All sorts')
  const campaign = await launch(owner, { segment })

  const run = await waitFor('the bounce', async () => {
    const now = await progress(owner, campaign)
    return now?.counts['bounced'] === 3 && now.counts['sent'] === 20 ? now : undefined
  })
  expect(run.counts).toEqual({ sent: 20, bounced: 3, pending: 1 })
  expect(await whatHappened(owner, campaign, 'bounce-hard')).toMatchObject({
    status: 'bounced',
    reason_text: 'The mailbox does not exist.',
    kinds: ['picked', 'bounced'],
    answers: [expect.stringContaining('550 5.1.1')],
  })
  expect(await whatHappened(owner, campaign, 'bounce-soft')).toMatchObject({ reason_text: 'The mailbox is full.' })
  expect(await whatHappened(owner, campaign, 'bounce-late')).toMatchObject({
    status: 'bounced',
    reason_text: 'The mailbox does not exist.',
    kinds: ['picked', 'sent', 'bounced'],
  })
  expect(await whatHappened(owner, campaign, 'defer-always')).toMatchObject({
    status: 'pending',
    kinds: expect.arrayContaining(['picked', 'deferred']),
    answers: [expect.stringContaining('451 4.7.1')],
  })
  // Dead mailboxes are not written to again.
  const next = await launch(owner, {
    name: 'Next one',
    segment: await importAudience(owner, audienceFile(special.slice(0, 3)), 'Dead'),
  })
  const { counts, skipped } = await ended(owner, next)
  expect(skipped).toEqual({ suppressed_hard_bounce: 2 })
  expect(counts).toEqual({ skipped: 2, bounced: 1 })
})

test('a server that falls silent on one mail holds up nobody else', async () => {
  const server = await startMailServer({
    rcpt: (_, line) => (line.includes('silent') ? undefined : '250 ok'),
  })
  const owner = await newOwner(product)
  await sendThrough(owner, server.port, { max_connections: 4 })
  const emails = [...addresses(30), 'silent@example.com', ...addresses(30, 'further')]
  const segment = await importAudience(owner, audienceFile(emails), 'Everybody')
  const campaign = await launch(owner, { segment })
  const run = await waitFor('everybody else', async () => {
    const now = await progress(owner, campaign)
    return now?.counts['sent'] === 60 ? now : undefined
  })
  expect(run.counts).toEqual({ sent: 60, pending: 1 })
  await server.close()
})

test('a server that breaks connections off, at any word, gets every mail once', async () => {
  const server = await startMailServer({
    mail: session => breakOff(session, 11, '250 ok'),
    data: session => breakOff(session, 13, '354 go ahead'),
  })
  const owner = await newOwner(product)
  await sendThrough(owner, server.port, { max_connections: 4 })
  const emails = addresses(60)
  const segment = await importAudience(owner, audienceFile(emails), 'Everybody')
  const run = await ended(owner, await launch(owner, { segment }))
  expect(run.counts).toEqual({ sent: 60 })
  expect(server.mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
  expect(server.connections()).toBeGreaterThan(8)
  await server.close()
})

let words = 0
/** Breaks off at every so manieth such word. */
function breakOff({ socket }: { socket: { destroy(): void } }, every: number, answer: string): string | undefined {
  words++
  if (words % every !== 0) return answer
  socket.destroy()
  return undefined
}

async function whatHappened({ api, token }: Owner, campaign: string, who: string) {
  const params = { notification_type: 'email' as const, uuid: campaign }
  const [recipient] = await api(listRecipients, { token, params, query: { search: who } })
  const { events } = await api(readTrail, { token, params, query: { recipient: recipient?.uuid ?? '' } })
  return {
    status: recipient?.current_status,
    reason_text: recipient?.reason_text,
    kinds: events.map(({ kind }) => kind),
    answers: events.flatMap(({ answer }) => answer ?? []),
  }
}

async function sandboxSmtp(): Promise<number> {
  const answer = (await (await fetch(`${product.url}${readInstallation.path}`)).json()) as {
    data: { sandbox_smtp: { port: number } }
  }
  return answer.data.sandbox_smtp.port
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
