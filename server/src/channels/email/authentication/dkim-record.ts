/** Checks the public key with which receivers verify our DKIM signatures (RFC 6376 section 3.6). */
import type { DnsRecord } from '@notifly/contracts/channel-settings/authentication'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Dns } from '../../../lib/network/dns.ts'
import { type Finding, finding, readTags, RECORD_MAX, tooLong } from './finding.ts'

/** `ours` is the record for the private key that we sign with. Throws `DnsError`. */
export async function checkDkim(dns: Pick<Dns, 'texts'>, ours: DnsRecord): Promise<Finding> {
  const { host } = ours
  const keys = (await dns.texts(host)).filter(text => /(?:^|;)\s{0,9}p\s{0,9}=/i.test(text))
  const [found] = keys
  const asIs = { found: found ?? null, record: ours }
  if (found === undefined) return finding('missing', sentence('authentication.dkimMissing', { host }), asIs)
  if (keys.length > 1) return finding('wrong', sentence('authentication.dkimMany', { host, count: keys.length }), asIs)
  if (found.length > RECORD_MAX) return tooLong(host, found)
  const tags = readTags(found)
  if (!(tags instanceof Map) || !isForEmail(tags)) {
    return finding('wrong', sentence('authentication.dkimBroken', { host }), asIs)
  }
  if (bare(tags.get('p')) === '') return finding('wrong', sentence('authentication.dkimRevoked', { host }), asIs)
  if (!isSameKey(tags, ours)) return finding('wrong', sentence('authentication.dkimOther', { host }), asIs)
  const flags = (tags.get('t') ?? '').split(':').map(flag => flag.trim().toLowerCase())
  if (flags.includes('y')) return finding('warning', sentence('authentication.dkimTesting'), asIs)
  return finding('ok', sentence('authentication.dkimOk'), { found })
}

function isForEmail(tags: Map<string, string>): boolean {
  const services = (tags.get('s') ?? '*').split(':').map(service => service.trim().toLowerCase())
  const hashes = (tags.get('h') ?? 'sha256').split(':').map(hash => hash.trim().toLowerCase())
  const isVersion = (tags.get('v') ?? 'DKIM1') === 'DKIM1'
  return isVersion && hashes.includes('sha256') && (services.includes('*') || services.includes('email'))
}

function isSameKey(tags: Map<string, string>, ours: DnsRecord): boolean {
  const own = readTags(ours.value)
  if (!(own instanceof Map)) return false
  const kind = (each: Map<string, string>) => (each.get('k') ?? 'rsa').toLowerCase()
  return kind(tags) === kind(own) && bare(tags.get('p')) === bare(own.get('p'))
}

/** Removes what has no meaning in a key: spaces, and the padding of its base64. */
const bare = (key = '') => key.replace(/[\s=]/g, '')
