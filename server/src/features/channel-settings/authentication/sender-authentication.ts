/** Compares the DNS records of an application's email sender with what its settings need. */
import type {
  AuthenticationCheck,
  DnsRecord,
  SenderAuthentication,
} from '@notifly/contracts/channel-settings/authentication'
import type { Chosen } from '@notifly/contracts/channel-settings/channels'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { domainToASCII } from 'node:url'
import { checkDkim } from '../../../channels/email/authentication/dkim-record.ts'
import { checkDmarc } from '../../../channels/email/authentication/dmarc.ts'
import { type Finding, finding, foundOr } from '../../../channels/email/authentication/finding.ts'
import { AMAZON_SES, smtpServer } from '../../../channels/email/authentication/sending-server.ts'
import { checkSpf } from '../../../channels/email/authentication/spf.ts'
import { type Dns, withDns } from '../../../lib/network/dns.ts'
import { dkimRecordOf } from '../answer.ts'

/** What the result depends on besides DNS. */
export interface Sender {
  domain: string
  /** Null for Amazon SES. */
  host: string | null
  /** The public half of the key that signs here. */
  dkim: DnsRecord | null
  dkimDomain: string | null
  /** Where bounces go, when not to the sender. */
  bounceDomain: string | null
}

const BUDGET_MS = 5000
/** Limits of lookups for each part; only SPF refers to further names. */
const LOOKUPS = { spf: 17, dkim: 1, dmarc: 2 }

/** The sender of saved settings; null if its address has no valid domain. */
export function senderOf({ type, settings }: Chosen, bounceDomain: string | null): Sender | null {
  const address = typeof settings['sender_email'] === 'string' ? settings['sender_email'] : ''
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase()
  if (domain === '') return null
  if (type === 'aws_ses') return { domain, host: null, dkim: null, dkimDomain: null, bounceDomain }
  const record = dkimRecordOf(settings)
  const dkim = record && { host: record.name, type: record.type, value: record.value }
  const dkimDomain = record && String(settings['dkim_domain']).toLowerCase()
  return { domain, host: String(settings['host']), dkim, dkimDomain, bounceDomain }
}

/** Looks everything up in five seconds at most. The result says if DNS is unreachable. */
export async function authenticate(
  sender: Sender,
  servers: readonly string[],
): Promise<Omit<SenderAuthentication, 'checked_on'>> {
  const { domain, dkim, dkimDomain, bounceDomain } = sender
  const look = (lookups: number, judge: (dns: Dns) => Promise<Finding>): Promise<AuthenticationCheck> =>
    foundOr(withDns({ servers, lookups, budgetMs: BUDGET_MS }, judge)).then(presented)
  const [spf, dkimCheck, dmarc] = await Promise.all([
    look(LOOKUPS.spf, async dns => checkSpf(dns, domain, await serverOf(dns, sender))),
    dkim === null ? presented(unsigned(sender)) : look(LOOKUPS.dkim, dns => checkDkim(dns, dkim)),
    look(LOOKUPS.dmarc, dns => checkDmarc(dns, domain, { dkim: dkimDomain, envelope: bounceDomain ?? domain })),
  ])
  return { domain, spf, dkim: dkimCheck, dmarc }
}

const serverOf = (dns: Dns, { host }: Sender) => (host === null ? AMAZON_SES : smtpServer(dns, host))

/** We cannot see whether someone else signs; no key of ours is involved. */
function unsigned({ host, domain }: Sender): Finding {
  return host === null
    ? finding('unknown', sentence('authentication.dkimSes', { domain }))
    : finding('warning', sentence('authentication.dkimUnset'))
}

function presented({ state, said, found, record }: Finding): AuthenticationCheck {
  return { state, said: inWords(said), found, record }
}
