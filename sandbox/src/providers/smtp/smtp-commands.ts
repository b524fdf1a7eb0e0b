// Parses SMTP commands.

export interface SmtpCommand {
  verb: string
  argument: string
}

/** The verb in upper case, and the rest of the line. */
export function parseCommand(line: string): SmtpCommand {
  const space = line.indexOf(' ')
  if (space < 0) return { verb: line.toUpperCase(), argument: '' }
  return { verb: line.slice(0, space).toUpperCase(), argument: line.slice(space + 1).trim() }
}

export interface SmtpPath {
  /** Empty for the null sender `<>`. */
  address: string
  /** The announced size, or 0. */
  sizeBytes: number
}

/**
 * The address in the argument of MAIL (`FROM`) or RCPT (`TO`), or undefined if there is none. An address needs a local
 * part and a domain, which are not validated further. A source route is ignored (RFC 5321, 4.1.1.3).
 */
export function parsePath(keyword: 'FROM' | 'TO', argument: string): SmtpPath | undefined {
  const match = /^(FROM|TO):\s*<(?:@[^:>]*:)?([^<>]*)>((?:\s+\S+)*)$/i.exec(argument)
  if (match?.[1]?.toUpperCase() !== keyword) return undefined
  const address = match[2] ?? ''
  const isNull = address === '' && keyword === 'FROM'
  if (!isNull && !/^(?:[^\s@"]+|"(?:[^"\\]|\\.)+")@[^\s@]+$/.test(address)) return undefined
  const size = /\sSIZE=(\d{1,15})(?:\s|$)/i.exec(match[3] ?? '')
  return { address, sizeBytes: size ? Number(size[1]) : 0 }
}

/**
 * User name and password of AUTH PLAIN (RFC 4616): authorization identity, name and password separated by zero bytes.
 */
export function readPlain(base64: string): { username: string; password: string } {
  const [, username = '', password = ''] = Buffer.from(base64, 'base64').toString().split('\0')
  return { username, password }
}
