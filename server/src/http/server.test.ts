import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, testApp } from '../testing/app.ts'

const kit = await testApp()
const secure = await testApp({ config: { publicUrl: 'https://notifly.example' } })
const proxied = await testApp({ config: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
const { call, app } = kit
let port = 0

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.server.closeAllConnections())

const signUp = (body: unknown, headers: Record<string, string>) => call('POST', '/authP/sign-up', { body, headers })

describe('an answer', () => {
  test('carries an id, no other site may frame it, and nothing says what runs here', async () => {
    const { headers } = await call('GET', '/api/installation')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('allows no inline script or style, is kept by no cache, and uses nothing of the device', async () => {
    const { headers } = await call('GET', '/api/installation')
    const policy = String(headers['content-security-policy'])
    for (const part of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy.split(';')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('to an unknown path of the API is a 404 of our own shape, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await call(method, '/api/no-such-thing')
      expect([answer.status, answer.body]).toEqual([
        404,
        {
          success: false,
          message: 'Not found.',
          key: 'errors.notFound',
          doc_url: `${kit.deps.config.publicUrl}/developers/errors#errors.notFound`,
        },
      ])
    }
    expect((await call('DELETE', '/authP/login')).status).toBe(404)
    expect(
      (await call('OPTIONS', '/authP/login', { headers: { origin: 'https://evil.example' } })).headers,
    ).not.toHaveProperty('access-control-allow-origin')
  })

  test('to HEAD has the head of GET and no body', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/installation`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect((await fetch(`http://127.0.0.1:${port}/api/verticals`, { method: 'HEAD' })).status).toBe(401)
  })

  test('is compressed for who asks', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(await answer.json()).toHaveProperty('openapi')
  })
})

describe('a request', () => {
  test('whose JSON is broken is told so', async () => {
    const answer = await signUp('{"name": "Asha"', { 'content-type': 'application/json' })
    expect([answer.status, answer.body.success]).toEqual([400, false])
    expect(answer.body.message).toContain('Couldn’t read the request')
  })

  test('of another content type is told so, and too large a one too', async () => {
    expect((await signUp('<a/>', { 'content-type': 'application/xml' })).status).toBe(415)
    const large = JSON.stringify({ name: 'x'.repeat(1_100_000) })
    expect((await signUp(large, { 'content-type': 'application/json' })).status).toBe(413)
  })

  test('with the JSON content type and no body is one without a body', async () => {
    const { bearer } = await kit.signUpAndIn()
    const headers = { 'content-type': 'application/json' }
    expect((await call('POST', '/authP/logout', { bearer, headers, body: '' })).status).toBe(200)
  })

  test('may be a form, with or without parts', async () => {
    const encoded = await signUp('name=Asha&email=form%40example.com&password=seven%207%21!', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(encoded.status).toBe(201)
    const form = new FormData()
    for (const [key, value] of [
      ['name', 'Asha'],
      ['email', 'parts@example.com'],
      ['password', PASSWORD],
    ] as const) {
      form.append(key, value)
    }
    const url = `http://127.0.0.1:${port}/authP/sign-up`
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(201)
    form.append('file', new Blob(['a file']), 'a.txt')
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(415)
  })

  test.each(['/api/verticals/%zz', '/%', '/api/verticals/%00', `/api/verticals/${'x'.repeat(5000)}`])(
    'for a path that is none (%s) is refused without a defect',
    async path => {
      const { bearer } = await kit.signUpAndIn()
      const answer = await call('GET', path, { bearer })
      expect([400, 404, 414]).toContain(answer.status)
      expect(answer.body.success).toBe(false)
    },
  )

  test('that is no HTTP ends its connection and nothing else', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end('NONSENSE\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })

  test('cannot choose its own address or host', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
    const { email } = await kit.signUpAndIn()
    await call('POST', '/authP/login', { body: { email, password: PASSWORD }, headers })
    const { rows } = await kit.database.pool.query('select distinct address from session')
    expect(rows).toEqual([{ address: '127.0.0.1' }])
  })
})

describe('behind trusted proxies', () => {
  const addressOf = async (peer: string, forwarded: string) => {
    const { email } = await proxied.signUpAndIn()
    const answer = await proxied.app.inject({
      method: 'POST',
      url: '/authP/login',
      payload: { email, password: PASSWORD },
      remoteAddress: peer,
      headers: { 'x-forwarded-for': forwarded },
    })
    expect(answer.statusCode).toBe(200)
    const { rows } = await proxied.database.pool.query('select address from session order by created_at desc limit 1')
    return (rows[0] as { address: string }).address
  }

  test('the caller is the right-most address that is no proxy, whatever it claims itself', async () => {
    expect(await addressOf('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
    expect(await addressOf('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(await addressOf('::ffff:10.0.0.1', '127.0.0.1, 203.0.113.9')).toBe('203.0.113.9')
  })

  test('who connects without one of them is believed nothing', async () => {
    expect(await addressOf('192.0.2.7', '203.0.113.9')).toBe('192.0.2.7')
  })
})

describe('the log', () => {
  test('has a line for each request, without a secret in it', async () => {
    const { bearer, cookie, email } = await kit.signUpAndIn()
    const headers = { cookie: `usr=${cookie}`, 'sec-fetch-site': 'same-origin' }
    await call('GET', '/authP/session', { headers })
    await call('GET', '/api/verticals?search=personal', { bearer })
    await call('GET', '/authP/verify/link-token-of-mine')
    const lines = kit.logLines.join('\n')
    expect(lines).toContain('"route":"/authP/verify/:token"')
    for (const secret of [bearer, cookie, email, PASSWORD, 'link-token-of-mine', 'personal']) {
      expect(lines).not.toContain(secret)
    }
  })

  test('tells of a defect what the answer does not', async () => {
    await kit.database.pool.query('alter table organization rename to elsewhere')
    const { bearer } = await kit.signUpAndIn().catch(() => ({ bearer: 'x' }))
    const answer = await call('GET', '/authP/organization', { bearer })
    await kit.database.pool.query('alter table elsewhere rename to organization')
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        success: false,
        message: expect.stringContaining('our side'),
        key: 'errors.internal',
        doc_url: expect.stringContaining('#errors.internal'),
      },
    ])
    expect(kit.logLines.find(line => line.includes('unexpected error'))).toContain('does not exist')
  })
})

test('behind https, browsers keep to https and send the session over nothing else', async () => {
  const person = await secure.signUpAndIn()
  const answer = await secure.call('POST', '/authP/login', { body: { email: person.email, password: PASSWORD } })
  const cookies = [answer.headers['set-cookie']].flat()
  for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  expect(cookies).toContainEqual(expect.stringMatching(/^__Host-usr=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly/))
  const own = { 'sec-fetch-site': 'same-origin' }
  const session = (cookie: string) => secure.call('GET', '/authP/session', { headers: { cookie, ...own } })
  expect((await session(`__Host-usr=${answer.cookie}`)).status).toBe(200)
  // Under the plain name, any sibling domain could have set it.
  expect((await session(`usr=${answer.cookie}`)).status).toBe(401)
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
})
