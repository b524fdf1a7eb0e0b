/** What the SMTP client needs to know about a server, with limits suitable for one submission server. */

/**
 * auto: port 465 uses TLS from the first byte; other ports use STARTTLS if offered, else clear text. tls and starttls: never less secure
 * than that. none: clear text, including credentials, because the settings say so.
 */
export type SmtpSecurity = 'auto' | 'tls' | 'starttls' | 'none'

export interface SmtpTimeouts {
  connectMs: number
  greetingMs: number
  /** One answer to EHLO, STARTTLS, AUTH, MAIL, RCPT, DATA, RSET. */
  commandMs: number
  /** The way out of each mebibyte of a content larger than the socket's buffer. */
  flushMs: number
  /** The answer to the final dot. RFC 5321 asks for ten minutes; giving up early leaves a message in doubt. */
  finalDotMs: number
}

export interface SmtpSettings {
  host: string
  port: number
  security: SmtpSecurity
  /** Empty: no sign-in. */
  username: string
  password: string
  /** Introduces us in EHLO. */
  hostname: string
  /** Connections that this process may hold open to the server. */
  maxConnections: number
  /** The server is known not to take commands behind the end of a message. */
  oneAtATime: boolean
  /** A connection is renewed after this many messages. */
  messagesPerConnection: number
  /** An unused connection is closed after this long. */
  idleMs: number
  timeouts: SmtpTimeouts
  isAllowedAddress: (address: string) => boolean
  /** The only certificate authorities to trust, PEM; those that everyone trusts when absent. */
  certificateAuthorities?: string[]
}

// Shorter than RFC 5321 section 4.5.3.2 for everything that is safe to repeat; the final dot is not.
const TIMEOUTS: SmtpTimeouts = {
  connectMs: 10_000,
  greetingMs: 30_000,
  commandMs: 60_000,
  flushMs: 60_000,
  finalDotMs: 300_000,
}

const DEFAULTS = {
  security: 'auto',
  username: '',
  password: '',
  hostname: 'localhost',
  maxConnections: 20,
  oneAtATime: false,
  messagesPerConnection: 10_000,
  idleMs: 10_000,
} as const

type Given = Omit<Partial<SmtpSettings>, 'timeouts'> &
  Pick<SmtpSettings, 'host' | 'port' | 'isAllowedAddress'> & { timeouts?: Partial<SmtpTimeouts> }

/** Completes settings with the defaults above. */
export function smtpSettings(given: Given): SmtpSettings {
  return { ...DEFAULTS, ...given, timeouts: { ...TIMEOUTS, ...given.timeouts } }
}
