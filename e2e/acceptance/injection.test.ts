/** What people type, or have in their files, stays text: it becomes no header, no markup and no address of a script. */
import { scheduleCampaign } from '@notifly/contracts/campaigns/calls'
import { createEmailConfiguration } from '@notifly/contracts/channel-settings/channel-settings'
import { afterAll, expect, inject, test } from 'vitest'
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { AT_ONCE } from '../product/seeds.ts'
import { ended, launch, mailServer, sendThrough } from './campaigns.ts'
import { mailTo, startMailServer } from './mail-server.ts'
import { decodeWords, readMail } from './raw-mail.ts'

const url = inject('url')
const server = await startMailServer()
afterAll(() => server.close())
const owner = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
const { api, token } = owner
await sendThrough(owner, server.port)

const SCRIPT = '<script>alert(1)</script>'
const BREAK = 'Eve\r\nBcc: victim@example.com\r\n\r\nBody'
const rows = [
  `script@example.com,"${SCRIPT}",https://lumen.example/a?b=1&c=2`,
  `break@example.com,"${BREAK}",https://lumen.example/`,
  `quote@example.com,"Eve"" onmouseover=""alert(1)",javascript:alert(1)`,
  `data@example.com,Dan,"data:text/html,${SCRIPT}"`,
  'odd@example.com,Olga," java script:alert(1)"',
  'liquid@example.com,{{ email }}{% if true %}x{% endif %},//evil.example/',
]
const segment = await importAudience(owner, `email,first_name,site\n${rows.join('\n')}`, 'Strange people')
const campaign = await launch(owner, {
  segment,
  name: 'Strange names',
  subject: 'Hello {{ first_name }}',
  html: '<html><body><p title="{{ first_name }}">Dear {{ first_name }}</p><a href="{{ site }}">Your site</a></body></html>',
})
const run = await ended(owner, campaign)

async function mailOf(address: string) {
  const { content, to } = await mailTo(server, address)
  const mail = readMail(content)
  const [text, html] = mail.parts
  return {
    to,
    mail,
    subject: decodeWords(mail.header('Subject')[0] ?? ''),
    text: text?.text ?? '',
    html: html?.text ?? '',
  }
}

test('markup in a field is text in the HTML part, and as it was in subject and text part', async () => {
  const { subject, text, html } = await mailOf('script@example.com')
  expect(html).toContain('Dear &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('<script')
  expect(text).toContain(`Dear ${SCRIPT}`)
  expect(subject).toBe(`Hello ${SCRIPT}`)
})

test('a quotation mark in a field does not leave its attribute', async () => {
  const mails = server.mails.filter(({ to }) => to === 'quote@example.com')
  for (const { content } of mails) expect(readMail(content).parts[1]?.text).not.toMatch(/" onmouseover="/)
})

test('a line break in a field adds no header and nobody who gets the mail', async () => {
  const { to, mail, subject } = await mailOf('break@example.com')
  expect(to).toBe('break@example.com')
  expect(mail.header('Bcc')).toEqual([])
  expect(mail.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
  expect(subject).toMatch(/^Hello Eve\s+Bcc: victim@example.com\s+Body$/)
  expect(server.commands.filter(line => line.includes('victim'))).toEqual([])
})

test('Liquid in a field is not run', async () => {
  const { subject, html } = await mailOf('liquid@example.com')
  expect(subject).toBe('Hello {{ email }}{% if true %}x{% endif %}')
  expect(html).toContain('Dear {{ email }}{% if true %}x{% endif %}')
})

test('an address that is no web address is led to by no link', async () => {
  const wanted = [
    ['script@example.com', 'https://lumen.example/a?b=1&c=2'],
    ['break@example.com', 'https://lumen.example/'],
  ]
  for (const [address = '', target] of wanted) {
    const { html } = await mailOf(address)
    expect((await followed(html)).headers.get('location')).toBe(target)
  }
  for (const address of ['quote@example.com', 'data@example.com', 'odd@example.com', 'liquid@example.com']) {
    const mail = server.mails.find(({ to }) => to === address)
    // Refused with a reason, or sent with a link that leads nowhere.
    if (mail === undefined) continue
    const html = readMail(mail.content).parts[1]?.text ?? ''
    expect(html).not.toMatch(/href="\s*(javascript|data|java)/i)
    const location = (await followed(html)).headers.get('location') ?? ''
    expect(location).not.toMatch(/^\s*(javascript|data|java|\/\/)/i)
  }
  const { sent = 0, failed = 0 } = run.counts
  expect(sent + failed).toBe(rows.length)
})

test.each([
  ['emailSubject', 'Hello\u0000'],
  ['emailSubject', 'Hello\r\nBcc: victim@example.com'],
  ['emailSubject', 'Hello\nBcc: victim@example.com'],
  ['from_name', 'Shop\r\nBcc: victim@example.com'],
  ['reply_to', 'help@lumen.example\r\nBcc: victim@example.com'],
  ['reply_to', 'help@lumen.example, other@lumen.example'],
  ['campaignName', 'Autumn\r\nBcc: victim@example.com'],
])('%s of %j is refused at its field', async (field, value) => {
  const { status, errors } = await launchWith(field, value)
  expect([status, errors?.map(error => error.field)]).toEqual([400, [field]])
})

test.each([
  ['from_name', 'Shop" <ceo@bank.example>, "x'],
  ['preheader', 'Soon\r\n\r\n<script>alert(1)</script>'],
])('%s of %j stays in its place', async (field, value) => {
  const { data, address } = await launchWith(field, value)
  await ended(owner, data?.uuid ?? '')
  const { mail, html } = await mailOf(address)
  expect(mail.header('Bcc')).toEqual([])
  expect(mail.header('Subject')[0]).toMatch(/^Hello/)
  // The part before the address is one quoted or encoded name.
  expect(mail.header('From')).toEqual([
    expect.stringMatching(/^("(?:[^"\\]|\\.)*"|=\?[^ ]+\?=|[^"<>,]*) ?<news@lumen\.example>$/),
  ])
  expect(html).not.toContain('<script')
})

interface Launched {
  status: number
  address: string
  data?: { uuid: string }
  errors?: { field: string }[]
}

/** Launches a campaign to one new person. */
async function launchWith(field: string, value: string): Promise<Launched> {
  const address = `${crypto.randomUUID()}@example.com`
  const only = await importAudience(owner, `email,first_name\n${address},Ada`, address.slice(0, 40))
  const body = {
    campaignName: 'Autumn',
    emailSubject: 'Hello',
    emailBody: '<p>Hello</p>',
    audience: { segment_uuids: [only] },
    schedule: AT_ONCE,
    [field]: value,
  }
  const response = await fetch(`${url}${scheduleCampaign.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, address, ...((await response.json()) as object) }
}

test('line breaks in the settings are refused', async () => {
  for (const setting of [{ sender_email: 'a@lumen.example\r\nBcc: x@y.example' }, { host: '127.0.0.1\r\nQUIT' }]) {
    const other = await newOwner({ url, sandboxUrl: inject('sandboxUrl') })
    const configure = api(createEmailConfiguration, {
      token: other.token,
      body: mailServer(server.port, setting) as never,
    })
    await expect(configure).rejects.toThrow(/ 400 /)
  }
})

async function followed(html: string): Promise<Response> {
  const link = /<a href="([^"]*)"[^>]*>Your site/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return link.startsWith(url)
    ? fetch(link, { redirect: 'manual' })
    : new Response(null, { headers: { location: link } })
}
