import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { serveDashboard } from './dashboard.ts'

const SCRIPT = `export const words = '${'many '.repeat(1000)}'`

const dist = await mkdtemp(join(tmpdir(), 'notifly-dist-'))
await mkdir(join(dist, 'assets'))
await writeFile(join(dist, 'index.html'), '<!doctype html><title>Dashboard</title>')
await writeFile(join(dist, 'preview-frame.html'), '<!doctype html><title>Frame</title>')
await writeFile(join(dist, 'checkout-frame.html'), '<!doctype html><title>Payment</title>')
await writeFile(join(dist, 'assets', 'main-abc123.js'), 'export {}')
await writeFile(join(dist, 'assets', 'large-abc123.js'), SCRIPT)
await writeFile(join(dist, 'assets', 'large-abc123.js.br'), brotliCompressSync(SCRIPT))
await writeFile(join(dist, 'assets', 'large-abc123.js.gz'), gzipSync(SCRIPT))
afterAll(() => rm(dist, { recursive: true }))

const { app } = await testApp({ dashboardDir: dist })
const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => app.inject({ method, url })

test('every path that is a page answers the dashboard, which is asked for anew each time', async () => {
  for (const path of ['/', '/applications', '/es/auth/verify?token=x', '/applications/0189/settings/role/1/edit']) {
    const page = await get(path)
    expect([path, page.statusCode, page.headers['cache-control']]).toEqual([path, 200, 'no-cache'])
    expect(page.body).toContain('<title>Dashboard</title>')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  }
  expect((await get('/applications', 'HEAD')).statusCode).toBe(200)
})

test('assets with a hash in their name are kept for a year', async () => {
  const asset = await get('/assets/main-abc123.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-type']).toContain('javascript')
})

test('what the build compressed is sent as it is, to those who can read it', async () => {
  const sent = async (encodings: string | undefined) => {
    const headers = encodings === undefined ? {} : { 'accept-encoding': encodings }
    const { rawPayload, headers: answered } = await app.inject({ url: '/assets/large-abc123.js', headers })
    expect(answered['content-type']).toContain('javascript')
    expect(answered['cache-control']).toContain('immutable')
    expect(answered['vary']).toMatch(/accept-encoding/i)
    return { encoding: answered['content-encoding'], bytes: rawPayload }
  }
  const brotli = await sent('gzip, deflate, br')
  expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(['br', SCRIPT])
  const zipped = await sent('gzip')
  expect([zipped.encoding, gunzipSync(zipped.bytes).toString()]).toEqual(['gzip', SCRIPT])
  expect((await sent(undefined)).bytes.toString()).toBe(SCRIPT)
  expect((await get('/assets/large-abc123.js.br')).statusCode).toBe(404)
})

test('the frame for tenants’ mail alone has a policy of its own, without scripts of theirs', async () => {
  const policy = String((await get('/preview-frame.html')).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("style-src 'unsafe-inline'")
  expect(policy).toContain('sandbox allow-scripts')
})

test('the frame of the checkout alone lets the payment provider’s script in, and only where plans are sold', async () => {
  const policies = async (checkout?: { scriptUrl: string; pages: string[] }) => {
    const served = fastify()
    await serveDashboard(served, dist, { checkout })
    const of = async (path: string) => (await served.inject(path)).headers
    const answers = [await of('/checkout-frame.html'), await of('/applications')]
    await served.close()
    return answers.map(headers => [headers['content-security-policy'], headers['cross-origin-opener-policy']])
  }
  const pages = ['https://api.pay.example', 'https://checkout.pay.example']
  const [frame, page] = await policies({ scriptUrl: 'https://checkout.pay.example/v1/checkout.js', pages })
  expect(frame?.[0]).toContain("script-src 'self' https://checkout.pay.example;")
  expect(frame?.[0]).toContain('frame-src https://api.pay.example https://checkout.pay.example;')
  // The page itself keeps the policy of all others; a bank's window may answer it.
  expect(page).toEqual([undefined, 'same-origin-allow-popups'])
  expect(await policies()).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test('what belongs to the API is never answered with the dashboard', async () => {
  for (const path of [
    '/api/nothing',
    '/authP/nothing',
    '/oauth/nothing',
    '/assets/missing.js',
    '/t/x/y',
    '/u',
    '/v',
    '/hooks/a/b',
    '/sdk/v2',
  ]) {
    const answer = await get(path)
    expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
  }
  expect((await get('/applications', 'POST')).statusCode).toBe(404)
})

test('no path leads out of the dashboard’s folder', async () => {
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/%00']) {
    const answer = await get(path)
    expect(answer.body).not.toContain('"name"')
    expect(answer.statusCode).toBeLessThan(500)
  }
})
