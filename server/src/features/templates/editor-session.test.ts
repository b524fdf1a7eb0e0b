import type { EditorSession } from '@notifly/contracts/templates/editor-session'
import { startSandbox } from '@notifly/sandbox/sandbox'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { testApp } from '../../testing/app.ts'
import { dataFolder } from '../../testing/engine/workers.ts'
import { openEditor } from './editor-session.ts'

const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: dataFolder() })
afterAll(() => sandbox.stop())
const dashboardDir = join(dataFolder(), 'dist')
mkdirSync(dashboardDir)
for (const file of ['index.html', 'beefree-frame.html']) writeFileSync(join(dashboardDir, file), '<!doctype html>')

const beefree = {
  clientId: 'shop',
  clientSecret: 'secret',
  loginUrl: `${sandbox.url}/beefree/loginV2`,
  pluginUrl: `${sandbox.url}/beefree/BeePlugin.js`,
}
const kit = await testApp({ config: { beefree }, dashboardDir })
const owner = await kit.withApplication()

const open = () => kit.call<EditorSession>('POST', '/api/template/editor-session', { bearer: owner.bearer })
const opened = (change: Partial<typeof beefree> | null) => {
  const config = { ...kit.deps.config, beefree: change && { ...beefree, ...change } }
  const limit = createRateLimit(kit.database.pool, { name: 'opened', attempts: 100, perSeconds: 60 })
  const caller = { applicationId: owner.applicationId, accountId: owner.user.uuid }
  return openEditor({ ...kit.deps, config }, limit, caller as Parameters<typeof openEditor>[2])
}

test('the server signs in for the application and hands over what Beefree answers', async () => {
  const { status, data } = await open()
  expect([status, data]).toEqual([
    200,
    {
      editor: 'beefree',
      plugin_url: beefree.pluginUrl,
      session: { access_token: `sandbox.${owner.applicationId.replaceAll('-', '')}`, v2: true },
    },
  ])
  expect(JSON.stringify(data)).not.toContain(beefree.clientSecret)
  const script = await fetch(beefree.pluginUrl)
  expect([script.headers.get('content-type'), script.headers.get('cross-origin-resource-policy')]).toEqual([
    'text/javascript; charset=utf-8',
    'cross-origin',
  ])
  expect(await opened(null)).toEqual({ editor: 'embedded' })
})

test('refusals and silence are told apart, and an answer comes through as it is', async () => {
  const odd = createServer((request, response) => {
    if (request.url === '/odd') response.end('{"a":[1,{"b":"\\u00e9"}],"v2":true}')
    else if (request.url === '/page') response.end('<html>')
    else response.writeHead(503).end('{}')
  })
  await new Promise<void>(resolve => odd.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
  try {
    const { session } = await opened({ loginUrl: `${base}/odd` })
    expect(session).toEqual({ a: [1, { b: 'é' }], v2: true })
    const refused = { error: 'unavailable', sentence: { key: 'templates.editor.refused' } }
    const away = { error: 'unavailable', sentence: { key: 'templates.editor.away' } }
    await expect(opened({ clientSecret: 'refused' })).rejects.toMatchObject(refused)
    await expect(opened({ loginUrl: `${base}/page` })).rejects.toMatchObject(away)
    await expect(opened({ loginUrl: `${base}/busy` })).rejects.toMatchObject(away)
    await expect(opened({ loginUrl: 'http://127.0.0.1:1/' })).rejects.toMatchObject(away)
  } finally {
    odd.close()
  }
})

test('the script is let in by one page alone', async () => {
  const policyOf = async (url: string) =>
    String((await kit.app.inject({ method: 'GET', url })).headers['content-security-policy'])
  expect(await policyOf('/beefree-frame.html')).toContain(`script-src 'self' ${sandbox.url};`)
  expect(await policyOf('/index.html')).not.toContain(sandbox.url)
  expect(await policyOf('/any/template/new')).not.toContain(sandbox.url)
})

test('its settings come together, with the sandbox in its place while that is on', () => {
  const ids = { NOTIFLY_BEEFREE_CLIENT_ID: 'a', NOTIFLY_BEEFREE_CLIENT_SECRET: 'b' }
  const local = readConfig(ids)
  expect(local.beefree?.loginUrl).toBe(`http://127.0.0.1:${local.sandbox.port}/beefree/loginV2`)
  const there = readConfig({ ...ids, NOTIFLY_SANDBOX: 'off', NOTIFLY_SYSTEM_SMTP_URL: 'smtp://a.test' })
  expect(there.beefree?.pluginUrl).toMatch(/^https:\/\/app-rsrc\.getbee\.io\//)
  expect(() => readConfig({ NOTIFLY_BEEFREE_CLIENT_ID: 'a' })).toThrow('are set together')
  expect(() => readConfig({ ...ids, NOTIFLY_BEEFREE_LOGIN_URL: 'x' })).toThrow('full http or https address')
})
