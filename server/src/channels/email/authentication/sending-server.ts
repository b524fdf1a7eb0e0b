/** The server that sends an application's emails, as SPF records name it. */
import { isIP } from 'node:net'
import type { Dns } from '../../../lib/network/dns.ts'
import { isPrivateAddress } from '../../../lib/network/net-guard.ts'

export interface SendingServer {
  /** As a person knows it. */
  name: string
  /** The domain whose record lists its servers, for providers that publish one. */
  include: string | null
  /** Where it can be reached, which is where it sends from unless it is a provider's front. */
  addresses: readonly string[]
  /** The term that names it; null for a server whose public address cannot be known here. */
  mechanism: string | null
  /** It sends under a domain of its own that passes SPF, unless it was told otherwise. */
  passesAnyway: boolean
}

/**
 * Hosts that accept mail for delivery, and the SPF record with the addresses that they deliver from, according to the providers'
 * documentation.
 */
const PROVIDERS: readonly Provider[] = [
  { host: 'gmail.com', include: '_spf.google.com', passesAnyway: false },
  { host: 'google.com', include: '_spf.google.com', passesAnyway: false },
  { host: 'office365.com', include: 'spf.protection.outlook.com', passesAnyway: false },
  { host: 'outlook.com', include: 'spf.protection.outlook.com', passesAnyway: false },
  { host: 'fastmail.com', include: 'spf.messagingengine.com', passesAnyway: false },
  { host: 'amazonaws.com', include: 'amazonses.com', passesAnyway: true },
  { host: 'sendgrid.net', include: 'sendgrid.net', passesAnyway: true },
  { host: 'mailgun.org', include: 'mailgun.org', passesAnyway: true },
  { host: 'brevo.com', include: 'spf.brevo.com', passesAnyway: true },
  { host: 'postmarkapp.com', include: 'spf.mtasv.net', passesAnyway: true },
  { host: 'mailjet.com', include: 'spf.mailjet.com', passesAnyway: true },
  { host: 'sparkpostmail.com', include: 'sparkpostmail.com', passesAnyway: true },
  { host: 'mandrillapp.com', include: 'spf.mandrillapp.com', passesAnyway: true },
]

interface Provider {
  host: string
  include: string
  passesAnyway: boolean
}

export const AMAZON_SES: SendingServer = ofProvider('Amazon SES', { include: 'amazonses.com', passesAnyway: true })

/** Throws `DnsError`. */
export async function smtpServer(dns: Pick<Dns, 'addresses'>, host: string): Promise<SendingServer> {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  const known = PROVIDERS.find(provider => name === provider.host || name.endsWith(`.${provider.host}`))
  if (known !== undefined) return known.include === AMAZON_SES.include ? AMAZON_SES : ofProvider(host, known)
  const addresses = await addressesOf(dns, name)
  const isPublic = addresses.some(address => !isPrivateAddress(address))
  const own = isIP(name) === 0 ? `a:${name}` : `ip${isIP(name)}:${name}`
  return { name: host, include: null, addresses, mechanism: isPublic ? own : null, passesAnyway: false }
}

function ofProvider(name: string, { include, passesAnyway }: Omit<Provider, 'host'>): SendingServer {
  return { name, include, addresses: [], mechanism: `include:${include}`, passesAnyway }
}

const ADDRESSES_MAX = 10

async function addressesOf(dns: Pick<Dns, 'addresses'>, name: string): Promise<string[]> {
  if (isIP(name) !== 0) return [name]
  if (name === 'localhost') return ['127.0.0.1']
  const [v4, v6] = await Promise.all([dns.addresses(name, 4), dns.addresses(name, 6)])
  return [...v4, ...v6].slice(0, ADDRESSES_MAX)
}
