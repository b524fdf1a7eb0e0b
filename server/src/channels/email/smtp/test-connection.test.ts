import { expect, test } from 'vitest'
import { startMisbehavingSmtp } from '../../../testing/misbehaving-smtp.ts'
import type { SmtpScript } from '../../../testing/misbehaving-smtp.ts'
import { testSettings } from '../../../testing/smtp-batch.ts'
import { smtpProvider } from '../providers/smtp.ts'
import type { SmtpConfiguration } from '../providers/smtp.ts'
import { testSmtpConnection } from './test-connection.ts'
import { testEnvironment } from '../../../testing/provider-urls.ts'

const AUTH = '250-test server\r\n250 AUTH PLAIN'

async function run(script: SmtpScript, configuration: Partial<SmtpConfiguration> = {}) {
  const server = await startMisbehavingSmtp(script)
  try {
    return await smtpProvider.test(
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
  } finally {
    await server.close()
  }
}

test('a server that takes everything passes every step', async () => {
  const result = await run({ ehlo: AUTH })
  expect(result.ok).toBe(true)
  expect(result.steps.map(step => step.name)).toEqual(['resolve', 'connect', 'greet', 'encrypt', 'sign_in', 'sender'])
  expect(result.steps.every(step => step.ok && step.message.endsWith('.'))).toBe(true)
})

test('an encrypted server is said to be one', async () => {
  const result = await run({ ehlo: '250-test server\r\n250-STARTTLS\r\n250 AUTH PLAIN' })
  expect(result.steps.find(step => step.name === 'encrypt')).toEqual({
    name: 'encrypt',
    ok: true,
    message: 'The connection is encrypted.',
  })
})

test.each<[string, string, string, SmtpScript, Partial<SmtpConfiguration>]>([
  ['a wrong password', 'sign_in', 'refused the user name or the password', { ehlo: AUTH, auth: '535 5.7.8 no' }, {}],
  ['a foreign sender', 'sender', 'does not accept this sender', { ehlo: AUTH, mail: '550 5.7.1 not yours' }, {}],
  ['a missing STARTTLS', 'encrypt', 'offers no STARTTLS', {}, { security: 'starttls' }],
  ['a certificate that nobody vouches for', 'encrypt', 'nobody we trust', { implicitTls: true }, { security: 'tls' }],
  ['a port that speaks no TLS', 'encrypt', 'encrypted connection failed', {}, { security: 'tls' }],
  ['a server that turns us away', 'greet', 'does not accept connections', { greeting: '554 go away' }, {}],
  ['an unknown host', 'resolve', 'host name was not found', {}, { host: 'no-such-host.invalid' }],
])('%s fails at step %s and says "%s"', async (_, name, words, script, configuration) => {
  const result = await run(script, configuration)
  expect(result.ok).toBe(false)
  expect(result.steps.at(-1)).toMatchObject({ name, ok: false, message: expect.stringContaining(words) })
  expect(result.steps.slice(0, -1).every(step => step.ok)).toBe(true)
})

test('a silent server is given up soon', async () => {
  const server = await startMisbehavingSmtp({ greeting: () => undefined })
  const result = await testSmtpConnection(testSettings(server.port, { timeouts: { greetingMs: 50 } }), 'news@shop.test')
  expect(result.steps.at(-1)).toMatchObject({ name: 'greet', ok: false, message: 'The server stopped answering.' })
  await server.close()
})
