import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { unsafeSettings } from './unsafe-settings.ts'

/** As docs/operating.md advises it: behind a proxy on the same machine. */
const SAFE = {
  NOTIFLY_PUBLIC_URL: 'https://notifly.example',
  NOTIFLY_TRUSTED_PROXIES: '127.0.0.1',
  NOTIFLY_METRICS_TOKEN: 'a long and random token',
  NOTIFLY_OPERATORS: 'ada@example.com',
  NOTIFLY_SYSTEM_SMTP_URL: 'smtps://user:password@smtp.example',
}

const warnedOf = (env: NodeJS.ProcessEnv) =>
  unsafeSettings(readConfig(env)).map(({ setting, warning }) => `${setting} ${warning}`)

test('neither a developer nor an installation set up as advised is warned', () => {
  expect(warnedOf({})).toEqual([])
  expect(warnedOf(SAFE)).toEqual([])
  expect(warnedOf({ ...SAFE, NOTIFLY_HOST: '10.0.0.5', NOTIFLY_TRUSTED_PROXIES: '10.0.0.0/24' })).toEqual([])
})

test.each([
  ['http for the public', { NOTIFLY_PUBLIC_URL: 'http://notifly.example' }, 'NOTIFLY_PUBLIC_URL is an http address'],
  [
    'an open port without a proxy',
    { NOTIFLY_HOST: '0.0.0.0', NOTIFLY_TRUSTED_PROXIES: '' },
    'NOTIFLY_HOST lets other machines connect without TLS',
  ],
  ['no trusted proxy', { NOTIFLY_TRUSTED_PROXIES: '' }, 'NOTIFLY_TRUSTED_PROXIES is empty'],
  ['the sandbox', { NOTIFLY_SANDBOX: 'on' }, 'NOTIFLY_SANDBOX is on'],
  ['private targets', { NOTIFLY_ALLOW_PRIVATE_TARGETS: 'on' }, 'NOTIFLY_ALLOW_PRIVATE_TARGETS is on'],
  ['no token for metrics', { NOTIFLY_METRICS_TOKEN: '' }, 'NOTIFLY_METRICS_TOKEN is empty'],
  ['a short token for metrics', { NOTIFLY_METRICS_TOKEN: 'secret' }, 'NOTIFLY_METRICS_TOKEN is shorter than'],
  ['no operators', { NOTIFLY_OPERATORS: '' }, 'NOTIFLY_OPERATORS is empty'],
])('%s is warned of', (_, env, warning) => {
  expect(warnedOf({ ...SAFE, ...env })).toContainEqual(expect.stringContaining(warning))
})

test('what is for one machine alone is warned of as soon as it listens elsewhere', () => {
  const env = { NOTIFLY_HOST: '0.0.0.0', NOTIFLY_SANDBOX: 'on', NOTIFLY_ALLOW_PRIVATE_TARGETS: 'on' }
  expect(unsafeSettings(readConfig(env)).map(({ setting }) => setting)).toEqual([
    'NOTIFLY_HOST',
    'NOTIFLY_SANDBOX',
    'NOTIFLY_ALLOW_PRIVATE_TARGETS',
    'NOTIFLY_METRICS_TOKEN',
    'NOTIFLY_OPERATORS',
  ])
})
