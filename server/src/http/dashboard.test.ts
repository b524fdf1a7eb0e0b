import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

const dist = await mkdtemp(join(tmpdir(), 'notifly-dist-'))
await mkdir(join(dist, 'assets'))
await writeFile(join(dist, 'index.html'), '<!doctype html><title>Dashboard</title>')
await writeFile(join(dist, 'preview-frame.html'), '<!doctype html><title>Frame</title>')
await writeFile(join(dist, 'assets', 'main-abc123.js'), 'export {}')
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

test('the frame for tenants’ mail alone has a policy of its own, without scripts of theirs', async () => {
  const policy = String((await get('/preview-frame.html')).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("style-src 'unsafe-inline'")
  expect(policy).toContain('sandbox allow-scripts')
})

test('what belongs to the API is never answered with the dashboard', async () => {
  for (const path of [
    '/api/nothing',
    '/authP/nothing',
    '/assets/missing.js',
    '/t/x/y',
    '/u',
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
