/** 3,000 people and a real mail: what each of them gets, and what becomes of what they do with it. */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { listRecipients, readTrail, type Recipient } from '@notifly/contracts/runs/deliveries'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, expect, inject, test } from 'vitest'
import { AUDIENCE_FILE, AUDIENCE_SIZE, welcomeTo } from '../product/material.ts'
import { newOwner } from '../product/people.ts'
import { importAudience, saveTemplate } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { ended, launch, mailServer } from './campaigns.ts'
import { startMailServer } from './mail-server.ts'
import { decodeWords, readMail } from './raw-mail.ts'

const url = inject('url')
const people = peopleOf(readFileSync(AUDIENCE_FILE, 'utf8'))
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

const server = await startMailServer()
afterAll(() => server.close())
const owner = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
const { api, token } = owner
const { dkim_record: record } = await api(createEmailConfiguration, {
  token,
  body: mailServer(server.port, {
    dkim_domain: 'lumen.example',
    dkim_selector: 'autumn',
    dkim_private_key: String(key),
  }) as never,
})
const segment = await importAudience(owner, readFileSync(AUDIENCE_FILE, 'utf8'), 'Everybody')
const template = await saveTemplate(owner, {
  name: 'Welcome',
  subject: 'Welcome, {{ first_name }}',
  html: welcomeTo('https://lumen.example/start?plan={{ plan }}'),
})
const startedAt = Date.now()
const campaign = await launch(owner, { segment, template_uuid: template })
const run = await ended(owner, campaign, 60_000)
const mails = server.mails.map(({ from, to, content }) => ({ from, to, raw: content, mail: readMail(content) }))

test('each of 3,000 people gets exactly one mail', () => {
  expect(run.counts).toEqual({ sent: AUDIENCE_SIZE })
  expect(mails).toHaveLength(AUDIENCE_SIZE)
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(people.keys()))
})

test('every mail says whom it is for, from whom, when and how to get no more', () => {
  for (const { to, mail } of mails) {
    expect(mail.header('To')).toEqual([to])
    expect(mail.header('From')).toEqual(['Lumen Store <news@lumen.example>'])
    expect(mail.header('Subject').map(decodeWords)).toEqual([`Welcome, ${people.get(to)}`])
    expect(Math.abs(Date.parse(mail.header('Date')[0] ?? '') - startedAt)).toBeLessThan(120_000)
    expect(mail.header('List-Unsubscribe')[0]).toMatch(/^<https?:\/\/[^>]+\/u\/[\w.-]+>/)
    expect(mail.header('Message-ID')[0]).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/)
    expect(mail.header('List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click'])
    for (const name of ['To', 'From', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'List-Unsubscribe']) {
      expect(mail.header(name)).toHaveLength(1)
    }
  }
  for (const name of ['Message-ID', 'List-Unsubscribe']) {
    expect(new Set(mails.map(({ mail }) => mail.header(name)[0])).size).toBe(AUDIENCE_SIZE)
  }
})

test('every mail has a text and an HTML part for its reader, and every link in it is tracked', () => {
  for (const { to, mail } of mails) {
    const [text, html] = mail.parts
    expect(mail.parts.map(part => part.type)).toEqual(['text/plain', 'text/html'])
    expect(text?.text).toContain(people.get(to))
    expect(html?.text).toContain(people.get(to)?.replace("'", '&#39;'))
    expect(`${text?.text}${html?.text}`).not.toMatch(/\{\{|\}\}|undefined|\[object/)
    const links = linksOf(html?.text ?? '')
    expect(links.filter(link => !link.startsWith(url) && !link.startsWith('mailto:'))).toEqual([])
    expect(links.filter(link => link.startsWith(`${url}/t/c/`)).length).toBeGreaterThan(3)
  }
})

test('no line of a mail is longer than mail servers take, and none ends in half a line end', () => {
  for (const { raw } of mails.slice(0, 500)) {
    expect(Math.max(...raw.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(998)
    expect(raw).not.toMatch(/[^\r]\n|\r[^\n]/)
  }
})

test('the signature is valid by the record that the settings show, and only for what was signed', async () => {
  const verify = async (raw: string) => {
    const resolver = async (name: string) => (name === record?.name ? [[record.value]] : [])
    const { results } = await dkimVerify(Buffer.from(raw, 'latin1'), { resolver: resolver as never })
    return results.map(({ status, signingDomain }) => [status.result, signingDomain])
  }
  for (const { raw } of mails.filter((_, index) => index % 100 === 0)) {
    expect(await verify(raw)).toEqual([['pass', 'lumen.example']])
  }
  const raw = mails[0]?.raw ?? ''
  expect(await verify(raw.replace(/^Subject: .*/m, 'Subject: Win a prize'))).toEqual([['fail', 'lumen.example']])
  expect(await verify(`${raw}One line more\r\n`)).toEqual([['neutral', 'lumen.example']])
})

test('a click leads to where the mail says and shows on the trail', async () => {
  const { to, html } = reader(10)
  const [, button = ''] = /<a href="([^"]+)"[^>]*>Do this next/i.exec(html) ?? []
  const answer = await fetch(button, { redirect: 'manual', headers: BROWSER })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^https:\/\/lumen\.example\/start\?plan=\w+$/)
  const recipient = await recipientWho(to, each => each.clicked)
  const trail = await api(readTrail, {
    token,
    params: { notification_type: 'email', uuid: run.run_uuid },
    query: { recipient: recipient.uuid },
  })
  expect(trail.events.map(({ kind, bot }) => [kind, bot])).toEqual([
    ['picked', false],
    ['sent', false],
    ['clicked', false],
  ])
})

test('the pixel is an image and its open shows on the trail', async () => {
  const { to, html } = reader(20)
  const pixel = /<img[^>]+src="([^"]+\/t\/o\/[^"]+)"/.exec(html)?.[1] ?? ''
  const answer = await fetch(pixel, { headers: BROWSER })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(answer.headers.get('cache-control')).toMatch(/no-store|no-cache/)
  await recipientWho(to, each => each.opened)
})

test('machines that look at mails first are redirected like people and counted for nobody', async () => {
  const scanned = reader(30)
  const known = reader(31)
  // All links at once, from one address.
  const answers = await Promise.all(scanned.links.map(link => fetch(link, { redirect: 'manual', headers: BROWSER })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
  await fetch(known.links[0] ?? '', { redirect: 'manual', headers: { 'User-Agent': 'Googlebot/2.1' } })
  await fetch(known.links[1] ?? '', { redirect: 'manual', headers: BROWSER, method: 'HEAD' })
  // A person who clicks after them: when that click counts, theirs have been judged.
  const person = reader(32)
  await fetch(person.links[0] ?? '', { redirect: 'manual', headers: BROWSER })
  await recipientWho(person.to, each => each.clicked)
  for (const { to } of [scanned, known]) expect((await recipient(to)).clicked).toBe(false)
})

test('a token that was changed leads nowhere', async () => {
  const { to, links, unsubscribe } = reader(40)
  const another = reader(41)
  const pairs = [
    [links[0], another.links[0]],
    [unsubscribe, another.unsubscribe],
  ]
  for (const [original = '', other = ''] of pairs) {
    const spliced = original.slice(0, -12) + other.slice(-12)
    for (const changed of [original.slice(0, -1), `${original}x`, flipped(original), spliced]) {
      const answer = await fetch(changed, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    }
  }
  expect((await fetch(flipped(unsubscribe), { method: 'POST', body: ONE_CLICK })).status).toBe(404)
  expect((await recipient(to)).current_status).toBe('sent')
})

test('who opens the unsubscribe page stays; who posts is out of the next campaign, with the reason', async () => {
  const looked = reader(50)
  const left = reader(51)
  expect((await fetch(looked.unsubscribe)).status).toBe(200)
  expect((await fetch(looked.unsubscribe, { method: 'HEAD' })).status).toBe(200)
  const answer = await fetch(left.unsubscribe, { method: 'POST', body: ONE_CLICK })
  expect(answer.status).toBe(200)
  await recipientWho(left.to, each => each.current_status === 'unsubscribed')
  // A client that asks twice changes nothing more.
  expect((await fetch(left.unsubscribe, { method: 'POST', body: ONE_CLICK })).status).toBe(200)

  const small = await importAudience(owner, `email\n${looked.to}\n${left.to}`, 'Two of them')
  const next = await launch(owner, { name: 'Next one', segment: small })
  const { counts, skipped } = await ended(owner, next)
  expect({ counts, skipped }).toEqual({ counts: { sent: 1, skipped: 1 }, skipped: { unsubscribed: 1 } })
  const rows = await api(listRecipients, { token, params: { notification_type: 'email', uuid: next } })
  expect(new Set(rows.map(({ email, current_status, reason }) => [email, current_status, reason]))).toEqual(
    new Set([
      [looked.to, 'sent', null],
      [left.to, 'skipped', 'unsubscribed'],
    ]),
  )
  expect(server.mails.filter(({ to }) => to === left.to)).toHaveLength(1)
})

const BROWSER = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
}
const ONE_CLICK = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

/** First names by address. */
function peopleOf(csv: string): Map<string, string> {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/)
  const at = header.split(',').indexOf('first_name')
  // No cell before the first name holds a comma; a note may hold a line end, and its rest is no person.
  const rows = lines.filter(line => line.startsWith('person.'))
  return new Map(rows.map(line => line.split(',')).map(cells => [cells[0] ?? '', cells[at] ?? '']))
}

/** One of the people with what is in their mail. */
function reader(index: number) {
  const { to, mail } = mails[index] ?? mails[0] ?? { to: '', mail: readMail('\r\n\r\n') }
  const html = mail.parts[1]?.text ?? ''
  // Without the link that is not visible.
  const links = linksOf(html).filter(link => /\/t\/c\/[\w-]+\.\d{1,3}$/.test(link))
  const unsubscribe = /<([^<>]+)>/.exec(mail.header('List-Unsubscribe')[0] ?? '')?.[1] ?? ''
  return { to, html, links, unsubscribe }
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

async function recipient(email: string): Promise<Recipient> {
  const params = { notification_type: 'email' as const, uuid: run.run_uuid }
  const [found] = await api(listRecipients, { token, params, query: { search: email } })
  if (found === undefined) throw new Error(`${email} is no recipient`)
  return found
}

function recipientWho(email: string, does: (recipient: Recipient) => boolean): Promise<Recipient> {
  return waitFor(`what ${email} did`, async () => {
    const now = await recipient(email)
    return does(now) ? now : undefined
  })
}

/** With one letter in the middle of its token changed. */
function flipped(link: string): string {
  const at = link.lastIndexOf('/') + 10
  return `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`
}
