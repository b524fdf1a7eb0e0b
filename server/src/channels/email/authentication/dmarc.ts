/** Checks the DMARC policy: what receivers should do with emails that are not authenticated for the domain (RFC 7489). */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { getDomain } from 'tldts'
import type { Dns } from '../../../lib/network/dns.ts'
import { type Finding, finding, quoted, readTags, RECORD_MAX, tooLong } from './finding.ts'

/** The domains that a message carries besides the sender's. */
export interface Signing {
  /** Of the signature; null where the provider signs, or none is made. */
  dkim: string | null
  /** Of the address that bounces go to. */
  envelope: string
}

/** Throws `DnsError`. */
export async function checkDmarc(dns: Pick<Dns, 'texts'>, domain: string, signing: Signing): Promise<Finding> {
  const { host, records, isOwn } = await findRecords(dns, domain)
  const [found] = records
  const offer = (value: string) => ({ host, type: 'TXT', value }) as const
  if (found === undefined) {
    const record = { host: `_dmarc.${domain}`, type: 'TXT', value: 'v=DMARC1; p=none' } as const
    return finding('missing', sentence('authentication.dmarcMissing', { domain }), { record })
  }
  if (records.length > 1) {
    const said = sentence('authentication.dmarcMany', { domain: host.slice('_dmarc.'.length), count: records.length })
    return finding('wrong', said, { found })
  }
  if (found.length > RECORD_MAX) return tooLong(host, found)
  const tags = readTags(found)
  const fault = tags instanceof Map ? faultOf(tags) : tags.wrong
  if (!(tags instanceof Map) || fault !== null) {
    const record = offer('v=DMARC1; p=none')
    return finding('wrong', sentence('authentication.dmarcTerm', { term: fault ?? '' }), { found, record })
  }
  if (!isAligned(domain, signing, tags)) {
    return finding('wrong', sentence('authentication.dmarcNotAligned', { domain, signer: signing.dkim ?? '' }), {
      found,
    })
  }
  return ofPolicy(tags, isOwn, { found, stricter: offer(withPolicy(found)) })
}

/** Returns the records of the domain itself or, if it has none, of the organization that it belongs to (section 6.6.3). */
async function findRecords(dns: Pick<Dns, 'texts'>, domain: string) {
  const organization = organizationOf(domain)
  const own = await recordsAt(dns, domain)
  const isOwn = own.records.length > 0 || organization === domain
  return { ...(isOwn ? own : await recordsAt(dns, organization)), isOwn }
}

async function recordsAt(dns: Pick<Dns, 'texts'>, domain: string) {
  const host = `_dmarc.${domain}`
  const texts = await dns.texts(host)
  return { host, records: texts.filter(text => /^v\s{0,9}=\s{0,9}DMARC1\s{0,9}(?:;|$)/.test(text)) }
}

const POLICIES = ['none', 'quarantine', 'reject']

function faultOf(tags: Map<string, string>): string | null {
  const isPolicy = (name: string) => POLICIES.includes((tags.get(name) ?? 'none').toLowerCase())
  if (!tags.has('p')) return 'p='
  const wrong = ['p', 'sp'].find(name => !isPolicy(name))
  if (wrong !== undefined) return quoted(`${wrong}=${tags.get(wrong) ?? ''}`)
  const percent = tags.get('pct') ?? '100'
  return /^\d{1,3}$/.test(percent) && Number(percent) <= 100 ? null : quoted(`pct=${percent}`)
}

/**
 * DMARC passes if the signature or the envelope is aligned with the sender's domain. If the provider signs, its signature may be aligned,
 * which counts.
 */
function isAligned(domain: string, { dkim, envelope }: Signing, tags: Map<string, string>): boolean {
  if (dkim === null) return true
  const matches = (other: string, mode = 'r') =>
    other === domain || (mode.toLowerCase() !== 's' && organizationOf(other) === organizationOf(domain))
  return matches(dkim, tags.get('adkim')) || matches(envelope, tags.get('aspf'))
}

function ofPolicy(
  tags: Map<string, string>,
  isOwn: boolean,
  { found, stricter }: { found: string; stricter: Finding['record'] },
): Finding {
  const policy = ((isOwn ? undefined : tags.get('sp')) ?? tags.get('p') ?? 'none').toLowerCase()
  const percent = Number(tags.get('pct') ?? 100)
  if (policy === 'none') return finding('warning', sentence('authentication.dmarcNone'), { found, record: stricter })
  if (percent < 100) return finding('warning', sentence('authentication.dmarcPart', { percent }), { found })
  const key = policy === 'reject' ? 'authentication.dmarcReject' : 'authentication.dmarcQuarantine'
  return finding('ok', sentence(key), { found })
}

/** Returns the same record with the next stricter policy. */
function withPolicy(record: string): string {
  return record
    .split(';')
    .map(part => (/^\s*s?p\s*=\s*none\s*$/i.test(part) ? part.replace(/none/i, 'quarantine') : part))
    .join(';')
}

/** Returns the domain that the organization registered (section 3.2), according to the public suffix list. */
function organizationOf(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}
