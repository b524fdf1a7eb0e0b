/**
 * Resolves names by asking DNS directly. The system's lookup occupies one of the process's few threads until it ends, so two names with
 * unresponsive servers block every other lookup; this one occupies none.
 */
import { lookup as systemLookup, Resolver } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import type { HostLookup } from './net-guard.ts'

/** Time of each try; all tries together are shorter than a request may take. */
const TRY_MS = 2500
const TRIES = 2
/** How long it waits for addresses of the other family once it has some of one (RFC 8305 section 3). */
const OTHER_FAMILY_MS = 50

interface DnsLookupOptions {
  /** Resolvers, as `setServers` takes them; the system's by default. */
  servers?: readonly string[]
}

/**
 * Creates the lookup. Names that DNS does not know are looked up by the system, which also knows its hosts file, its search domains and odd
 * spellings. A name whose servers do not respond fails with ETIMEOUT.
 */
export function createDnsLookup({ servers }: DnsLookupOptions = {}): HostLookup {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES, maxTimeout: TRY_MS })
  if (servers !== undefined) resolver.setServers(servers)
  return (hostname, options, callback) => {
    // A name without a dot is not an internet name.
    if (!hostname.includes('.')) return systemLookup(hostname, options, callback)
    let isOver = false
    const answers: Answered[] = []
    const end = (): void => {
      if (isOver) return
      isOver = true
      const found = answers.flatMap(({ addresses }) => addresses)
      const silent = answers.find(({ error }) => error?.code === 'ETIMEOUT')?.error ?? null
      if (found.length > 0) callback(null, found)
      else if (silent !== null) callback(silent, [])
      else systemLookup(hostname, options, callback)
    }
    for (const family of [4, 6])
      ask(resolver, hostname, family, answer => {
        if (answers.push(answer) === 2) end()
        else if (answer.addresses.length > 0) setTimeout(end, OTHER_FAMILY_MS)
      })
  }
}

interface Answered {
  error: NodeJS.ErrnoException | null
  addresses: LookupAddress[]
}

function ask(resolver: Resolver, hostname: string, family: number, tell: (answer: Answered) => void): void {
  const take = (error: NodeJS.ErrnoException | null, addresses: string[] | undefined = []): void =>
    tell({ error, addresses: error === null ? addresses.map(address => ({ address, family })) : [] })
  if (family === 4) resolver.resolve4(hostname, take)
  else resolver.resolve6(hostname, take)
}
