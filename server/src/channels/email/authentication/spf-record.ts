/** Parses SPF records into terms (RFC 7208 section 4.6), and writes a record with one more term. */
import ipaddr from 'ipaddr.js'
import { quoted } from './finding.ts'

/** `+` pass, `-` fail, `~` softfail, `?` neutral. */
export type Qualifier = '+' | '-' | '~' | '?'

export type Term =
  | { kind: 'all'; qualifier: Qualifier }
  | { kind: 'network'; qualifier: Qualifier; network: [ipaddr.IPv4 | ipaddr.IPv6, number] }
  | { kind: 'include'; qualifier: Qualifier; domain: string }
  /** `domain` is null for the record's own. */
  | { kind: 'a' | 'mx'; qualifier: Qualifier; domain: string | null; bits: { 4: number; 6: number } }
  /** What only a receiver can answer: it depends on the message. */
  | { kind: 'exists' | 'ptr'; qualifier: Qualifier }

export interface SpfRecord {
  terms: Term[]
  redirect: string | null
}

/** Returns those of a domain's TXT records that are SPF records. */
export function spfRecordsIn(texts: readonly string[]): string[] {
  return texts.filter(text => /^v=spf1(?: |$)/i.test(text))
}

/** Returns the terms of a record, or the first part that is not a valid term. */
export function parseSpf(record: string): SpfRecord | { wrong: string } {
  const terms: Term[] = []
  let redirect: string | null = null
  for (const text of record.split(' ').slice(1)) {
    if (text === '') continue
    const [, name, value] = /^([a-z][a-z0-9_.-]*)=(.*)$/is.exec(text) ?? []
    if (name !== undefined) {
      // Other modifiers than this one are to be ignored (section 6).
      if (name.toLowerCase() !== 'redirect') continue
      if (redirect !== null || !value) return { wrong: quoted(text) }
      redirect = value
      continue
    }
    const term = parseTerm(text)
    if (term === undefined) return { wrong: quoted(text) }
    terms.push(term)
  }
  return { terms, redirect }
}

/** Returns the qualifier for all other addresses; null if the record has none. */
export function endOf({ terms }: SpfRecord): Qualifier | null {
  return terms.find(({ kind }) => kind === 'all')?.qualifier ?? null
}

/** Puts a mechanism first, so that no earlier term decides differently. */
export function withTerm(record: string, mechanism: string): string {
  return `${record.slice(0, 6)} ${mechanism}${record.slice(6)}`
}

/** Returns the same record, ending with `~all`. */
export function withSoftEnd(record: string): string {
  const terms = record.split(' ').filter(term => !/^[+?~-]?all$/i.test(term))
  return [...terms, '~all'].join(' ')
}

/** Merges records into one with the terms of all of them, each once, and the end of the first one. */
export function merged(records: readonly string[]): string {
  const all = records.flatMap(record => record.split(' ').slice(1)).filter(term => term !== '')
  const isEnd = (term: string) => /^(?:[+?~-]?all|redirect=.*)$/i.test(term)
  const end = all.find(term => /^[?~-]all$/i.test(term)) ?? '~all'
  return ['v=spf1', ...new Set(all.filter(term => !isEnd(term))), end].join(' ')
}

function parseTerm(text: string): Term | undefined {
  const hasQualifier = /^[+?~-]/.test(text)
  const qualifier = (hasQualifier ? text.charAt(0) : '+') as Qualifier
  const body = hasQualifier ? text.slice(1) : text
  const end = body.search(/[:/]/)
  const kind = (end < 0 ? body : body.slice(0, end)).toLowerCase()
  const rest = end < 0 ? '' : body.slice(end)
  const value = rest.startsWith(':') ? rest.slice(1) : ''
  switch (kind) {
    case 'all':
      return rest === '' ? { kind, qualifier } : undefined
    case 'ptr':
      return { kind, qualifier }
    case 'exists':
      return value === '' ? undefined : { kind, qualifier }
    case 'include':
      return value === '' ? undefined : { kind, qualifier, domain: value }
    case 'ip4':
    case 'ip6':
      return parseNetwork(kind, qualifier, value)
    case 'a':
    case 'mx':
      return parseHosts(kind, qualifier, rest)
    default:
      return undefined
  }
}

function parseNetwork(kind: 'ip4' | 'ip6', qualifier: Qualifier, value: string): Term | undefined {
  const parser = kind === 'ip4' ? ipaddr.IPv4 : ipaddr.IPv6
  const [address = ''] = value.split('/', 1)
  if (kind === 'ip4' ? !ipaddr.IPv4.isValidFourPartDecimal(address) : !ipaddr.IPv6.isValid(address)) return undefined
  const most = kind === 'ip4' ? 32 : 128
  const text = value.includes('/') ? value : `${value}/${most}`
  return parser.isValidCIDR(text) ? { kind: 'network', qualifier, network: parser.parseCIDR(text) } : undefined
}

/** `a`, `a:host`, `a/24`, `a:host/24//64`. */
function parseHosts(kind: 'a' | 'mx', qualifier: Qualifier, rest: string): Term | undefined {
  const [, domain, v4 = '32', v6 = '128'] = /^(?::([^/]+))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/.exec(rest) ?? []
  if (domain === undefined && rest.startsWith(':')) return undefined
  const bits = { 4: Number(v4), 6: Number(v6) }
  if (rest !== '' && domain === undefined && !rest.startsWith('/')) return undefined
  return bits[4] > 32 || bits[6] > 128 ? undefined : { kind, qualifier, domain: domain ?? null, bits }
}
