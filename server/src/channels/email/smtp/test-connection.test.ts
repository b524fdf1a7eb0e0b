import { english, inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { expect, test } from 'vitest'
import { EXPIRED, SELF_SIGNED } from '../../../testing/channels/certificates.ts'
import { DOVECOT_2_3, HARAKA_3_3, startMisbehavingSmtp } from '../../../testing/channels/misbehaving-smtp.ts'
import type { SmtpScript } from '../../../testing/channels/misbehaving-smtp.ts'
import { testSettings } from '../../../testing/channels/smtp-batch.ts'
import { smtpProvider } from '../providers/smtp.ts'
import type { SmtpConfiguration } from '../providers/smtp.ts'
import { caFaults, readCaCertificates } from '../ca-certificates.ts'
import type { ConfigurationTest } from '../../provider.ts'
import { testSmtpConnection } from './test-connection.ts'
import { testEnvironment } from '../../../testing/channels/provider-urls.ts'

const AUTH = '250-test server\r\n250 AUTH PLAIN'

async function run(script: SmtpScript, configuration: Partial<SmtpConfiguration> = {}) {
  const server = await startMisbehavingSmtp(script)
  try {
    const result = await smtpProvider.test(
      {
        host: 'localhost',
        port_no: String(server.port),
        sender_email: 'news@shop.test',
        username: 'u',
        password: 'p',
        ...configuration,
      },
      testEnvironment(),
    )
    return { ...said(result), mails: server.mails, commands: server.commands }
  } finally {
    await server.close()
  }
}

function said(result: ConfigurationTest) {
  return { ...result, steps: result.steps.map(({ words, ...step }) => ({ ...step, ...inWords(words) })) }
}

test('a server that takes everything passes every step', async () => {
  const result = await run({ ehlo: AUTH })
  expect(result.ok).toBe(true)
  const names = ['resolve', 'connect', 'greet', 'encrypt', 'sign_in', 'sender', 'messages']
  expect(result.steps.map(step => step.name)).toEqual(names)
  expect(result.steps.every(step => step.ok && step.message.endsWith('.'))).toBe(true)
})

const NO_SIGN_IN = { username: '', password: '' }
const PIPELINING = '250-test server\r\n250 PIPELINING'

test('two messages go to the sender itself, the second behind the end of the first', async () => {
  const { mails, steps, learnt } = await run({ ehlo: PIPELINING }, NO_SIGN_IN)
  expect(mails.map(mail => [mail.from, mail.to])).toEqual([
    ['news@shop.test', 'news@shop.test'],
    ['news@shop.test', 'news@shop.test'],
  ])
  expect(mails.map(mail => /^Subject: (.*)\r$/m.exec(mail.content)?.[1])).toEqual([
    'Notifly connection test (1 of 2)',
    'Notifly connection test (2 of 2)',
  ])
  expect(steps.at(-1)).toMatchObject({
    name: 'messages',
    ok: true,
    message: 'Two test messages were sent to news@shop.test.',
  })
  expect(learnt).toEqual({ one_at_a_time: '' })
})

test.each([
  ['breaks down over', DOVECOT_2_3],
  ['refuses', HARAKA_3_3],
])('a server that %s commands behind a message passes, and is said to get one at a time', async (_, script) => {
  const { ok, mails, steps, learnt } = await run(script, NO_SIGN_IN)
  expect([ok, mails.length]).toEqual([true, 2])
  expect(steps.at(-1)?.message).toContain('one at a time: the server takes one email per connection')
  expect(learnt).toEqual({ one_at_a_time: 'yes' })
})

test('a sender without a mailbox is no fault of the settings, a server that never answers a message is', async () => {
  const unknown = await run({ rcpt: '550 5.1.1 no such user' }, NO_SIGN_IN)
  expect([unknown.ok, unknown.learnt]).toEqual([true, undefined])
  expect(unknown.steps.at(-1)?.message).toBe(
    'The server rejected a test message to news@shop.test (550 5.1.1 no such user).',
  )
  const hangUp: SmtpScript['dot'] = session => {
    session.socket.destroy()
    return undefined
  }
  const lost = await run({ ehlo: '250 test server', dot: hangUp }, NO_SIGN_IN)
  expect([lost.ok, lost.steps.at(-1)?.name]).toEqual([false, 'messages'])
})

const WITH_TLS = '250-test server\r\n250 STARTTLS'
const encryptOf = ({ steps }: Awaited<ReturnType<typeof run>>) => steps.find(({ name }) => name === 'encrypt')

test('a certificate of a private authority is trusted once the authority is set, and nothing else then is', async () => {
  const tls = { ...NO_SIGN_IN, security: 'starttls', ca_certificate: SELF_SIGNED.cert } as const
  expect(encryptOf(await run({ ehlo: WITH_TLS }, tls))).toMatchObject({
    ok: true,
    message: 'The connection is encrypted.',
  })
  // Even where any certificate would do otherwise.
  const other = { ...tls, security: 'auto', ca_certificate: EXPIRED.cert } as const
  expect(encryptOf(await run({ ehlo: WITH_TLS }, other))).toMatchObject({
    ok: false,
    message: expect.stringContaining('trusted authority'),
  })
})

test('what is entered as an authority is checked and named by its fingerprint', () => {
  const faults = (ca_certificate: string) => caFaults({ ca_certificate }).map(english)
  expect(readCaCertificates(`${SELF_SIGNED.cert}\n${EXPIRED.cert}`)).toMatchObject([
    { subject: 'CN=localhost', fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) },
    { validUntil: expect.any(Date) },
  ])
  expect(faults('')).toEqual([])
  expect(faults(SELF_SIGNED.cert)).toEqual([])
  expect(faults(SELF_SIGNED.key)).toEqual(['This is a private key. Enter the authority’s certificate.'])
  expect(faults('hello')).toEqual(['Enter certificates in PEM format.'])
  expect(faults('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toEqual([
    'Enter certificates in PEM format.',
  ])
  expect(faults(EXPIRED.cert)).toEqual(['This certificate has expired.'])
  expect(faults(SELF_SIGNED.cert.repeat(11))).toEqual(['Enter up to 10 certificates.'])
})

test('an encrypted server is said to be one', async () => {
  const result = await run({ ehlo: '250-test server\r\n250-STARTTLS\r\n250 AUTH PLAIN' })
  expect(result.steps.find(step => step.name === 'encrypt')).toEqual({
    name: 'encrypt',
    ok: true,
    ...inWords(sentence('connection.unchecked')),
  })
})

test.each<[string, string, string, SmtpScript, Partial<SmtpConfiguration>]>([
  ['a wrong password', 'sign_in', 'refused the username or password', { ehlo: AUTH, auth: '535 5.7.8 no' }, {}],
  ['a user name where no sign-in is offered', 'sign_in', 'offers no sign-in. Leave username', {}, {}],
  ['a foreign sender', 'sender', 'doesn’t accept this sender', { ehlo: AUTH, mail: '550 5.7.1 not yours' }, {}],
  ['a missing STARTTLS', 'encrypt', 'doesn’t offer STARTTLS', {}, { security: 'starttls' }],
  ['a certificate that nobody vouches for', 'encrypt', 'trusted authority', { implicitTls: true }, { security: 'tls' }],
  ['a server that turns us away', 'greet', 'doesn’t accept connections', { greeting: '554 go away' }, {}],
  ['an unknown host', 'resolve', 'Host not found', {}, { host: 'no-such-host.invalid' }],
])('%s fails at step %s and says "%s"', async (_, name, words, script, configuration) => {
  const result = await run(script, configuration)
  expect(result.ok).toBe(false)
  expect(result.steps.at(-1)).toMatchObject({ name, ok: false, message: expect.stringContaining(words) })
  expect(result.steps.slice(0, -1).every(step => step.ok)).toBe(true)
})

test('a server that answers each step at the last moment is given up in the end', async () => {
  const server = await startMisbehavingSmtp({ write: (socket, text) => setTimeout(() => socket.write(text), 100) })
  const result = said(await testSmtpConnection(testSettings(server.port), 'news@shop.test', 600))
  expect([result.ok, result.steps.at(-1)?.message]).toEqual([false, 'The server stopped responding.'])
  await server.close()
})

test('a closed port, a silent one, another service and a port without TLS read alike', async () => {
  const configuration = { sender_email: 'news@shop.test', host: 'localhost', username: '', password: '' }
  const closed = await smtpProvider.test({ ...configuration, port_no: '1' }, testEnvironment())
  const silent = await startMisbehavingSmtp({ greeting: () => undefined })
  const timeouts = { greetingMs: 50 }
  const unheard = await testSmtpConnection(testSettings(silent.port, { timeouts }), 'news@shop.test')
  await silent.close()
  const web = await run({ greeting: 'HTTP/1.1 400 Bad Request' }, configuration)
  const plain = await run({}, { ...configuration, security: 'tls' })
  for (const { ok, steps } of [said(closed), said(unheard), web, plain]) {
    expect([ok, steps.slice(1)]).toEqual([
      false,
      [{ name: 'connect', ok: false, ...inWords(sentence('reasons.email.mail_server_missing')) }],
    ])
  }
})
