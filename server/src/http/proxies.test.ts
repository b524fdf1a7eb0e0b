/** The configurations of docs/proxies are compared with the server that they are in front of. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { testApp } from '../testing/app.ts'
import { PAYMENT_PROVIDERS } from '../lib/payments/registry.ts'
import { declaredEndpoints } from '../testing/contracts.ts'
import { CONNECTION_LIMITS } from './limits/connection-limits.ts'

const DOCS = new URL('../../../docs/', import.meta.url)
const MEBIBYTE = 1_048_576

const [nginx, caddy, page] = await Promise.all(
  ['proxies/nginx.conf', 'proxies/Caddyfile', 'operating.md'].map(file => readFile(new URL(file, DOCS), 'utf8')),
)
const { host, port } = readConfig({})

async function largestBodyBytes(): Promise<number> {
  const endpoints = await declaredEndpoints()
  return Math.max(...endpoints.map(({ bodyLimitBytes }) => bodyLimitBytes ?? 0))
}

/** The numbers that a directive has, in seconds where it is a time. */
function numbers(config: string | undefined, directive: RegExp): number[] {
  const units: Record<string, number> = { m: 60, s: 1 }
  return [...(config ?? '').matchAll(directive)].map(([, n, unit = 's']) => Number(n) * (units[unit] ?? 1))
}

test('both reach the server where it listens unless it is told otherwise', () => {
  expect(nginx).toContain(`server ${host}:${port};`)
  expect(caddy).toContain(`reverse_proxy ${host}:${port} {`)
})

test('both admit the largest upload and nothing larger', async () => {
  const mebibytes = (await largestBodyBytes()) / MEBIBYTE
  expect(mebibytes).toBeGreaterThan(50)
  expect(nginx).toContain(`client_max_body_size ${mebibytes}m;`)
  expect(caddy).toContain(`max_size ${mebibytes}MiB`)
})

test('neither passes metrics on, however the path is written', () => {
  expect(nginx).toMatch(/location ~\* \^\/metrics \{\s+return 404;/)
  expect(caddy).toMatch(/handle \/metrics \{\s+respond 404/)
})

test('connections to the server are let go before the server closes them', async () => {
  const { app } = await testApp()
  const seconds = [...numbers(nginx, /keepalive_timeout (\d+)([ms]);/g), ...numbers(caddy, /keepalive (\d+)([ms])/g)]
  expect(seconds).toHaveLength(2)
  expect(Math.max(...seconds) * 1000).toBeLessThan(app.server.keepAliveTimeout)
})

test('clients have the time for headers and bodies that the server itself gives', () => {
  expect(numbers(nginx, /client_header_timeout (\d+)([ms]);/g)).toEqual([CONNECTION_LIMITS.headersMs / 1000])
  expect(numbers(caddy, /read_header (\d+)([ms])/g)).toEqual([CONNECTION_LIMITS.headersMs / 1000])
  expect(numbers(caddy, /read_body (\d+)([ms])/g)).toEqual([CONNECTION_LIMITS.requestMs / 1000])
})

describe('forwarded headers', () => {
  const named = [...(nginx ?? '').matchAll(/proxy_set_header (X-Forwarded-\w+) (\S+);/g)].map(([, name, value]) => [
    name,
    value,
  ])

  test('are set by nginx, in place of what the client claims', () => {
    expect(Object.fromEntries(named)).toEqual({
      'X-Forwarded-For': '$remote_addr',
      'X-Forwarded-Host': '$host',
      'X-Forwarded-Proto': '$scheme',
    })
  })

  test('are believed from the networks that both name', () => {
    for (const config of [nginx, caddy]) {
      const network = /NOTIFLY_TRUSTED_PROXIES=([\d.:/a-f]+?)\.?\s/.exec(config ?? '')?.[1]
      expect(readConfig({ NOTIFLY_TRUSTED_PROXIES: network }).trustedProxies).toEqual([host])
    }
  })
})

test('every setting has its line in the table, and none that is not there is described', async () => {
  const files = ['../config.ts', '../lib/optional-settings.ts'].map(path =>
    readFile(new URL(path, import.meta.url), 'utf8'),
  )
  const source = (await Promise.all(files)).join('\n')
  const settings = (text: string | undefined) => new Set((text ?? '').match(/\bNOTIFLY_[A-Z_]*[A-Z]\b/g))
  // Made of parts: NOTIFLY_<provider>_URL and the like.
  const isComposed = (name: string) => /_(URL|CLIENT_ID|CLIENT_SECRET)$/.test(name)
  const ofPayments = Object.keys(PAYMENT_PROVIDERS).flatMap(name =>
    ['KEY_ID', 'KEY_SECRET', 'WEBHOOK_SECRET'].map(part => `NOTIFLY_${name.toUpperCase()}_${part}`),
  )
  const described = settings(page)
  const read = new Set([...settings(source), ...ofPayments])
  for (const name of read) expect(described).toContain(name)
  // Of the tests and of the demo.
  const others = new Set(['NOTIFLY_CHROMIUM', 'NOTIFLY_FIREFOX', 'NOTIFLY_DEMO_DIR'])
  expect([...described].filter(name => !read.has(name) && !others.has(name) && !isComposed(name))).toEqual([])
})
