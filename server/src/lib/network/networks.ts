/** Addresses and networks as operators write them in settings. */
import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether a host name or an address, with or without brackets, is always this machine. */
export function isLoopbackAddress(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}

/** Whether the host of a URL is this machine. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopbackAddress(new URL(url).hostname)
}

/** Returns why a text is not a network that may be trusted (an address, or CIDR such as `10.0.0.0/8`); undefined if it is. */
export function networkProblem(text: string): string | undefined {
  if (/^\d+$/.test(text)) return `"${text}" is a number, not a network`
  if (ipaddr.isValid(text) && (text.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(text))) return undefined
  if (!ipaddr.isValidCIDR(text)) return `"${text}" is no network`
  const [, bits] = ipaddr.parseCIDR(text)
  return bits === 0 ? `"${text}" is the whole internet` : undefined
}

/** Returns a check for addresses in these networks (as `networkProblem` accepts them). IPv4 inside IPv6 counts as IPv4. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return address => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}
