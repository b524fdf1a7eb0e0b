import type { LookupAddress } from 'node:dns'
import { createServer, connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addressKind, assertAllowedHost, createAddressCheck, guardedLookup, isPrivateAddress } from './net-guard.ts'

const INSIDE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '169.254.170.2',
  '::',
  '::1',
  '[::1]',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::ffff:0:10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::10.0.0.1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
]

const NOWHERE = [
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '100::1',
  '4000::1',
  '::ffff:224.0.0.1',
]

const OUTSIDE = [
  '93.184.216.34',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
]

// Spellings of addresses that only a resolver understands: never an address by themselves.
const ODD = [
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  'localhost',
  '',
  '127.0.0.1.',
  '1.2.3.4.5',
  '::ffff:127.0.0.1:80',
]

test.each(INSIDE)('%s is inside: refused, unless private targets are allowed', address => {
  expect(isPrivateAddress(address)).toBe(true)
  expect(createAddressCheck({ allowPrivate: false })(address)).toBe(false)
  expect(createAddressCheck({ allowPrivate: true })(address)).toBe(true)
})

test.each(NOWHERE)('%s is nobody’s host: always refused', address => {
  expect(addressKind(address)).toBe('special')
  expect(createAddressCheck({ allowPrivate: true })(address)).toBe(false)
})

test.each(OUTSIDE)('%s is the public internet', address => {
  expect(createAddressCheck({ allowPrivate: false })(address)).toBe(true)
})

test.each(ODD)('"%s" is no address', address => {
  expect(addressKind(address)).toBe('invalid')
  expect(createAddressCheck({ allowPrivate: true })(address)).toBe(false)
})

test('literal hosts are checked without a lookup, names are left to it', () => {
  const isAllowed = createAddressCheck({ allowPrivate: false })
  expect(() => assertAllowedHost('127.0.0.1', isAllowed)).toThrow('private network')
  expect(() => assertAllowedHost('[::ffff:10.0.0.1]', isAllowed)).toThrow('private network')
  expect(() => assertAllowedHost('example.com', isAllowed)).not.toThrow()
  expect(() => assertAllowedHost('8.8.8.8', isAllowed)).not.toThrow()
})

test.each(['localhost', '2130706433', '0x7f.1'])(
  'a socket does not reach %s through the guarded lookup',
  async host => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const lookup = guardedLookup(createAddressCheck({ allowPrivate: false }))
    const error = await new Promise<NodeJS.ErrnoException>((resolve, reject) => {
      const socket = connect({ host, port, lookup }, () => reject(new Error('connected')))
      socket.once('error', resolve)
    })
    expect(error.code).toBe('ADDRESS_NOT_ALLOWED')
    await new Promise(resolve => server.close(resolve))
  },
)

test('the guarded lookup answers allowed addresses in both shapes', async () => {
  const lookup = guardedLookup(createAddressCheck({ allowPrivate: true }))
  const all = await new Promise((resolve, reject) =>
    lookup('localhost', { all: true }, (error, found) => (error === null ? resolve(found) : reject(error))),
  )
  const one = await new Promise((resolve, reject) =>
    lookup('localhost', {}, (error, found) => (error === null ? resolve(found) : reject(error))),
  )
  expect((all as LookupAddress[]).map(entry => entry.address)).toContain(one)
})
