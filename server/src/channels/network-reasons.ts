/** Why a server could not be reached or did not answer: a code for machines and a sentence for people, the same on every channel. */
import { SENTENCES } from '@notifly/contracts/sentences/catalogue'
import { type Sentence, sentence, type SentenceKey, type Words } from '@notifly/contracts/sentences/sentence'
import { UNREACHED_REASONS } from '@notifly/contracts/runs/unreached'

type NamesIn<Prefix extends string, Key = SentenceKey> = Key extends `${Prefix}${infer Name}` ? Name : never

/** The sentences of the catalogue whose keys have this prefix, by the rest of the key. */
export function sentencesIn<const Prefix extends string>(prefix: Prefix): Readonly<Record<NamesIn<Prefix>, Sentence>> {
  const keys = Object.keys(SENTENCES).filter(key => key.startsWith(prefix)) as SentenceKey[]
  const named = keys.map(key => [key.slice(prefix.length), { key }])
  return Object.fromEntries(named) as Record<NamesIn<Prefix>, Sentence>
}

/** Explains the reason of an outcome in one sentence. An unknown reason is returned unchanged. */
export function reasonsBy(sentences: Readonly<Record<string, Sentence>>): (reason: string) => Words {
  return reason => (Object.hasOwn(sentences, reason) ? sentences[reason] : undefined) ?? reason
}

export const NETWORK_SENTENCES = {
  host_not_found: sentence('reasons.email.host_not_found'),
  address_not_allowed: sentence('reasons.email.address_not_allowed'),
  connection_refused: sentence('reasons.email.connection_refused'),
  host_unreachable: sentence('reasons.email.host_unreachable'),
  connection_timeout: sentence('reasons.email.connection_timeout'),
  tls_failed: sentence('reasons.email.tls_failed'),
  certificate_expired: sentence('reasons.email.certificate_expired'),
  certificate_untrusted: sentence('reasons.email.certificate_untrusted'),
  certificate_name: sentence('reasons.email.certificate_name'),
  request_unwritable: sentence('reasons.email.request_unwritable'),
  connection_lost: sentence('reasons.email.connection_lost'),
  timeout: sentence('reasons.email.timeout'),
  rate_limited: sentence('reasons.email.rate_limited'),
  temporary_failure: sentence('reasons.email.temporary_failure'),
} as const

export type NetworkReason = keyof typeof NETWORK_SENTENCES

// Codes of Node's sockets, resolver and TLS, and of undici.
const BY_ERROR_CODE: Record<string, NetworkReason> = {
  ENOTFOUND: 'host_not_found',
  ENODATA: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  EACCES: 'host_unreachable',
  ETIMEDOUT: 'connection_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connection_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_INVALID_ARG: 'request_unwritable',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
}

/** Returns the reason for a socket, resolver or TLS error. */
export function errorReason(error: Error): NetworkReason {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = BY_ERROR_CODE[code]
  if (known !== undefined) return known
  return code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code.startsWith('EPROTO')
    ? 'tls_failed'
    : 'connection_lost'
}

// Certainly before anything of a message was sent.
const BEFORE_SENDING: ReadonlySet<string> = new Set(UNREACHED_REASONS satisfies readonly NetworkReason[])

/** Whether there never was a connection, so that the message was certainly not sent. */
export function isUnreachable(reason: string): boolean {
  return BEFORE_SENDING.has(reason)
}
