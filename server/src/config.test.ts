import { describe, expect, test } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'
import { readSmall } from './lib/optional-settings.ts'

const PUBLIC = {
  NOTIFLY_PUBLIC_URL: 'https://notifly.example',
  NOTIFLY_SYSTEM_SMTP_URL: 'smtps://user:password@smtp.example',
}

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

describe('on one machine', () => {
  test.each([
    {},
    { NOTIFLY_PUBLIC_URL: 'http://[::1]:3000', NOTIFLY_HOST: '::1' },
    { NOTIFLY_PUBLIC_URL: 'http://notifly.localhost:3000', NOTIFLY_HOST: 'localhost' },
  ])('%o everything for trying it out is on', env => {
    const config = readConfig(env)
    expect(config.sandbox).toMatchObject({ on: true, byHand: false })
    expect(config.allowPrivateTargets).toBe(true)
    expect(Object.keys(config.sso)).toEqual(['gitlab', 'microsoft', 'linkedin'])
  })

  test('it listens on loopback', () => {
    expect(readConfig({})).toMatchObject({ host: '127.0.0.1', bounce: { smtpHost: '127.0.0.1' } })
  })
})

describe('where others can reach it', () => {
  test.each([
    ['by its public address', PUBLIC],
    ['by the address it listens on', { NOTIFLY_HOST: '0.0.0.0', NOTIFLY_SYSTEM_SMTP_URL: 'smtp://smtp.example' }],
    ['by one address of the machine', { NOTIFLY_HOST: '192.168.1.5', NOTIFLY_SYSTEM_SMTP_URL: 'smtp://smtp.example' }],
  ])('%s, sandbox, private targets and stand-ins for sign-in are off', (_, env) => {
    const config = readConfig(env)
    expect(config.sandbox.on).toBe(false)
    expect(config.allowPrivateTargets).toBe(false)
    expect(config.sso).toEqual({})
    expect(config.providerUrls.twilio).toBe('https://api.twilio.com')
  })

  test('a public address alone opens no port to the network, but mail that comes back is taken from anywhere', () => {
    const config = readConfig({ ...PUBLIC, NOTIFLY_BOUNCE_DOMAIN: 'b.example', NOTIFLY_BOUNCE_SMTP_PORT: '2525' })
    expect(config.host).toBe('127.0.0.1')
    expect(config.bounce).toEqual({ domain: 'b.example', smtpHost: '0.0.0.0', smtpPort: 2525 })
  })

  test('a sandbox switched on by hand brings neither private targets nor stand-ins for sign-in', () => {
    const config = readConfig({ NOTIFLY_HOST: '0.0.0.0', NOTIFLY_SANDBOX: 'on' })
    expect(config.sandbox).toMatchObject({ on: true, byHand: true })
    expect(config.allowPrivateTargets).toBe(false)
    expect(config.sso).toEqual({})
  })
})

describe('trusted proxies', () => {
  test('are networks and addresses of either family; none unless they are named', () => {
    expect(readConfig({}).trustedProxies).toEqual([])
    expect(readConfig({ NOTIFLY_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8,::1' }).trustedProxies).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
      '::1',
    ])
  })

  test.each([
    ['1', 'is a number, not a network'],
    ['0.0.0.0/0', 'is the whole internet'],
    ['::/0', 'is the whole internet'],
    ['10.0.0.0/33', 'is no network'],
    ['10.1', 'is no network'],
    ['proxy.example', 'is no network'],
  ])('are refused as "%s", with what to write', (value, reason) => {
    expect(problemsOf({ NOTIFLY_TRUSTED_PROXIES: value })).toEqual([
      expect.stringMatching(new RegExp(`for example 127.0.0.1 .*"${value}" ${reason}`)),
    ])
  })
})

test('a machine of at most 2 GiB is small by itself; a larger one by wish, or a smaller one not', () => {
  const problems: string[] = []
  const gib = 1024 ** 3
  const isSmall = (memoryBytes: number, wish = '') => readSmall({ NOTIFLY_SMALL: wish }, problems, memoryBytes)
  expect([isSmall(gib), isSmall(2 * gib), isSmall(2 * gib + 1)]).toEqual([true, true, false])
  expect([isSmall(gib, 'off'), isSmall(24 * gib, 'on'), isSmall(24 * gib, 'auto')]).toEqual([false, true, false])
  expect(problems).toEqual([])
  expect(() => readConfig({ NOTIFLY_SMALL: 'yes' })).toThrow('NOTIFLY_SMALL is auto, on or off.')
})

test('a level of the log that does not exist is refused with those that do', () => {
  expect(readConfig({ NOTIFLY_LOG_LEVEL: 'debug' }).logLevel).toBe('debug')
  const advice = 'NOTIFLY_LOG_LEVEL is fatal, error, warn, info or debug.'
  expect(() => readConfig({ NOTIFLY_LOG_LEVEL: 'loud' })).toThrow(advice)
})
