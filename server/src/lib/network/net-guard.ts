/**
 * Keeps requests to addresses that tenants type away from our own network. The check uses the address to which a name resolved, at the
 * moment of connecting, so that neither odd spellings nor a name that changes its answer gets around it.
 */
import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'special' | 'invalid'

export type AddressCheck = (address: string) => boolean

/** An address that must not be connected to; `code` identifies it for callers that word errors. */
export class ForbiddenAddressError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED'
  constructor(host: string) {
    super(`${host} is inside a private network, which is not allowed here`)
    this.name = 'ForbiddenAddressError'
  }
}

/**
 * Classifies an address. Those that contain an IPv4 address (mapped, compatible, NAT64, 6to4) are judged by it. Anything that is not
 * clearly the public internet is "special": multicast, documentation, shared carrier space.
 */
export function addressKind(address: string): AddressKind {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*/s, '')
  if (isIP(bare) === 0) return 'invalid'
  const parsed = ipaddr.parse(bare)
  if (parsed instanceof ipaddr.IPv4) return kindOfV4(parsed)
  const inner = innerV4(parsed)
  return inner === undefined ? kindOfV6(parsed) : kindOfV4(inner)
}

/** Whether it is an address of this machine or of a network that is not the public internet. */
export function isPrivateAddress(address: string): boolean {
  const kind = addressKind(address)
  return kind === 'loopback' || kind === 'private' || kind === 'link-local'
}

/**
 * The check for addresses that tenants type. With `allowPrivate` (development, or the operator's choice) loopback, private and link-local
 * targets pass; multicast and reserved ranges never do.
 */
export function createAddressCheck(options: { allowPrivate: boolean }): AddressCheck {
  return address => addressKind(address) === 'public' || (options.allowPrivate && isPrivateAddress(address))
}

/** Returns all addresses of a name, like `lookup` of node:dns. */
export type HostLookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/**
 * A `lookup` for net.connect and undici that drops forbidden addresses. Sockets do not look up literal addresses, so
 * callers must also pass literals through `assertAllowedHost`.
 */
export function guardedLookup(isAllowed: AddressCheck, lookup: HostLookup = systemLookup) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const allowed = addresses.filter(entry => isAllowed(entry.address))
      const first = allowed[0]
      if (first === undefined) return callback(new ForbiddenAddressError(hostname), [])
      if (options.all === true) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}

/** Throws `ForbiddenAddressError` if `host` is a literal address that must not be connected to; names pass. */
export function assertAllowedHost(host: string, isAllowed: AddressCheck): void {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0 && !isAllowed(bare)) throw new ForbiddenAddressError(host)
}

function kindOfV4(address: ipaddr.IPv4): AddressKind {
  const range = address.range()
  if (range === 'unicast') return 'public'
  // 0.0.0.0/8 reaches this machine on Linux.
  if (range === 'loopback' || range === 'unspecified') return 'loopback'
  // Shared carrier space (100.64/10) contains internal networks, among them metadata services of some clouds.
  if (range === 'private' || range === 'carrierGradeNat') return 'private'
  return range === 'linkLocal' ? 'link-local' : 'special'
}

function kindOfV6(address: ipaddr.IPv6): AddressKind {
  const range = address.range()
  // Only 2000::/3 is allocated for the public internet; the rest of "unicast" is unassigned.
  if (range === 'unicast') return ((address.parts[0] ?? 0) & 0xe000) === 0x2000 ? 'public' : 'special'
  if (range === 'loopback' || range === 'unspecified') return 'loopback'
  if (range === 'uniqueLocal' || inRange(address, 'fec0::', 10)) return 'private'
  return range === 'linkLocal' ? 'link-local' : 'special'
}

/** The IPv4 address inside an IPv6 one: RFC 4291 mapped and compatible, RFC 6052 and 8215 NAT64, RFC 2765, RFC 3056 6to4. */
function innerV4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const parts = address.parts
  const last = (from: number) => v4(parts[from] ?? 0, parts[from + 1] ?? 0)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  if (inRange(address, '64:ff9b::', 96) || inRange(address, '64:ff9b:1::', 48)) return last(6)
  if (inRange(address, '::ffff:0:0:0', 96)) return last(6)
  if (inRange(address, '2002::', 16)) return last(1)
  // ::a.b.c.d, but not :: and ::1.
  if (inRange(address, '::', 96) && ((parts[6] ?? 0) !== 0 || (parts[7] ?? 0) > 1)) return last(6)
  return undefined
}

function v4(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255])
}

function inRange(address: ipaddr.IPv6, network: string, bits: number): boolean {
  return address.match(ipaddr.IPv6.parse(network), bits)
}
