/**
 * Whether a domain's SPF record allows the configured server to send for it (RFC 7208), as far as we can tell without knowing the server's
 * own addresses.
 */
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import ipaddr from 'ipaddr.js'
import type { Dns } from '../../../lib/network/dns.ts'
import { type Finding, finding, RECORD_MAX, tooLong } from './finding.ts'
import type { SendingServer } from './sending-server.ts'
import {
  endOf,
  merged,
  parseSpf,
  type Qualifier,
  type SpfRecord,
  spfRecordsIn,
  type Term,
  withSoftEnd,
  withTerm,
} from './spf-record.ts'

/** Limit of terms that cause DNS lookups, over all records that a record refers to (section 4.6.4). */
const LOOKUPS_MAX = 10
/** Number of hosts of an MX term that we look up. */
const EXCHANGES_MAX = 3

/** A fault for which receivers reject a record, with its sentence. */
class SpfFault extends Error {
  readonly sentence: Sentence

  constructor(said: Sentence) {
    super(said.key)
    this.name = 'SpfFault'
    this.sentence = said
  }
}

interface SpfCheck {
  dns: Dns
  /** Terms so far that ask DNS. */
  lookups: number
  /** Domains that are included, in any depth. */
  included: Set<string>
  /** Something on the way depends on the message. */
  isUnsure: boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Throws `DnsError`. */
export async function checkSpf(dns: Dns, domain: string, server: SendingServer): Promise<Finding> {
  const records = spfRecordsIn(await dns.texts(domain))
  const [found] = records
  const offer = (value: string) => ({ host: domain, type: 'TXT', value }) as const
  if (found === undefined) {
    const record = offer(`v=spf1 ${server.mechanism ?? 'mx'} ~all`)
    return finding('missing', sentence('authentication.spfMissing', { domain }), { record })
  }
  if (records.some(record => record.length > RECORD_MAX)) return tooLong(domain, found)
  if (records.length > 1) {
    const said = sentence('authentication.spfMany', { domain, count: records.length })
    return finding('wrong', said, { found: records.join('\n'), record: offer(merged(records)) })
  }
  const walk: SpfCheck = { dns, lookups: 0, included: new Set(), isUnsure: false }
  try {
    const record = parsed(found)
    const passed = await evaluate(
      walk,
      record,
      domain,
      server.addresses.map(address => ipaddr.parse(address)),
    )
    const covers =
      (server.include !== null && walk.included.has(server.include)) || [...passed.values()].some(each => each === '+')
    return judged({ domain, server, found, record, covers, isUnsure: walk.isUnsure })
  } catch (error) {
    if (error instanceof SpfFault) return finding('wrong', error.sentence, { found })
    throw error
  }
}

interface Judged {
  domain: string
  server: SendingServer
  found: string
  record: SpfRecord
  covers: boolean
  isUnsure: boolean
}

/** The worst finding comes first. */
function judged({ domain, server, found, record, covers, isUnsure }: Judged): Finding {
  const offer = (value: string) => ({ found, record: { host: domain, type: 'TXT', value } as const })
  const { mechanism, name } = server
  const named = mechanism === null ? found : withTerm(found, mechanism)
  const end = endOf(record)
  if (end === '+') {
    const value = withSoftEnd(covers || isUnsure ? found : named)
    return finding('wrong', sentence('authentication.spfAnyone', { domain }), offer(value))
  }
  if (!covers && isUnsure) return finding('warning', sentence('authentication.spfUnsure', { server: name }), { found })
  if (!covers) {
    if (mechanism === null)
      return finding('warning', sentence('authentication.spfPrivate', { server: name }), { found })
    if (server.include === null) {
      return finding('warning', sentence('authentication.spfNotCovered', { server: name }), offer(named))
    }
    if (server.passesAnyway) {
      return finding('warning', sentence('authentication.spfOwnDomain', { server: name }), offer(named))
    }
    return finding('wrong', sentence('authentication.spfNotNamed', { server: name }), offer(named))
  }
  if (end === '?' || (end === null && record.redirect === null)) {
    return finding('warning', sentence('authentication.spfOpenEnd'), offer(withSoftEnd(found)))
  }
  return finding('ok', sentence('authentication.spfOk', { server: name, domain }), { found })
}

/**
 * Returns the result for each address that the record says something about. All terms are evaluated, even after one that matches, because
 * they count towards the limit.
 */
async function evaluate(
  walk: SpfCheck,
  { terms, redirect }: SpfRecord,
  domain: string,
  addresses: readonly Address[],
): Promise<Map<Address, Qualifier>> {
  const decided = new Map<Address, Qualifier>()
  for (const term of terms) {
    const open = addresses.filter(address => !decided.has(address))
    for (const address of await matching(walk, term, domain, open)) decided.set(address, term.qualifier)
  }
  if (redirect === null || terms.some(({ kind }) => kind === 'all')) return decided
  const open = addresses.filter(address => !decided.has(address))
  return new Map([...decided, ...(await includedResult(walk, redirect, open))])
}

/** Returns those of the addresses that a term matches. */
async function matching(walk: SpfCheck, term: Term, domain: string, open: readonly Address[]): Promise<Address[]> {
  switch (term.kind) {
    case 'all':
      return [...open]
    case 'network':
      return open.filter(address => isWithin(address, term.network))
    case 'include': {
      const inner = await includedResult(walk, term.domain, open)
      return open.filter(address => inner.get(address) === '+')
    }
    case 'a':
    case 'mx':
      return ofHosts(walk, term, domain, open)
    case 'exists':
    case 'ptr':
      count(walk)
      walk.isUnsure = true
      return []
  }
}

async function includedResult(
  walk: SpfCheck,
  name: string,
  open: readonly Address[],
): Promise<Map<Address, Qualifier>> {
  count(walk)
  if (isMacro(name)) {
    walk.isUnsure = true
    return new Map()
  }
  const domain = plainName(name)
  walk.included.add(domain)
  const [record, ...more] = spfRecordsIn(await walk.dns.texts(domain))
  if (record === undefined || more.length > 0 || record.length > RECORD_MAX) {
    throw new SpfFault(sentence('authentication.spfInclude', { name: domain.slice(0, 253) }))
  }
  return evaluate(walk, parsed(record), domain, open)
}

async function ofHosts(
  walk: SpfCheck,
  { kind, domain: other, bits }: Extract<Term, { bits: unknown }>,
  domain: string,
  open: readonly Address[],
): Promise<Address[]> {
  count(walk)
  const name = other ?? domain
  if (isMacro(name)) {
    walk.isUnsure = true
    return []
  }
  if (open.length === 0) return []
  const plain = plainName(name)
  const hosts = kind === 'a' ? [plain] : (await walk.dns.exchanges(plain)).slice(0, EXCHANGES_MAX)
  const families = ([4, 6] as const).filter(family => open.some(address => familyOf(address) === family))
  const networks: [Address, number][] = []
  for (const host of hosts) {
    for (const family of families) {
      const texts = (await walk.dns.addresses(host, family)).filter(text => ipaddr.isValid(text))
      networks.push(...texts.map((text): [Address, number] => [ipaddr.parse(text), bits[family]]))
    }
  }
  return open.filter(address => networks.some(network => isWithin(address, network)))
}

function count(walk: SpfCheck): void {
  walk.lookups++
  if (walk.lookups > LOOKUPS_MAX) {
    throw new SpfFault(sentence('authentication.spfLookups', { maximum: LOOKUPS_MAX }))
  }
}

function parsed(record: string): SpfRecord {
  const result = parseSpf(record)
  if ('wrong' in result) throw new SpfFault(sentence('authentication.spfTerm', { term: result.wrong }))
  return result
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return familyOf(address) === familyOf(network) && address.match(network as never, bits)
}

const familyOf = (address: Address): 4 | 6 => (address.kind() === 'ipv4' ? 4 : 6)
const isMacro = (name: string) => name.includes('%')
const plainName = (name: string) => name.toLowerCase().replace(/\.$/, '')
