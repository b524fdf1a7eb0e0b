/**
 * DATABASE_URL, which may name several servers as libpq's addresses do (`postgres://user:password@one:5432,two:5432/notifly`).
 * No class of Node's or the driver's reads such an address, so it is taken apart here. https://www.postgresql.org/docs/current/libpq-connect.html
 */

interface Parts {
  /** With its two slashes. */
  scheme: string
  /** With the @ behind them; may be empty. */
  credentials: string
  hosts: string[]
  /** Database and parameters. */
  rest: string
}

/** The address of each server that it names, in its order; what is no such address comes back as it is. */
export function serverUrls(databaseUrl: string): string[] {
  const parts = readParts(databaseUrl)
  if (parts === undefined) return [databaseUrl]
  return parts.hosts.map(host => `${parts.scheme}${parts.credentials}${host}${parts.rest}`)
}

/** The same address with a password; undefined where it is no full address. */
export function withPassword(databaseUrl: string, password: string): string | undefined {
  const parts = readParts(databaseUrl)
  if (parts === undefined || !serverUrls(databaseUrl).every(url => URL.canParse(url))) return undefined
  const user = parts.credentials.slice(0, -1).split(':', 1)[0] ?? ''
  return `${parts.scheme}${user}:${encodeURIComponent(password)}@${parts.hosts.join(',')}${parts.rest}`
}

/** For people: servers and database, without the credentials. */
export function withoutCredentials(databaseUrl: string): string {
  const parts = readParts(databaseUrl)
  if (parts === undefined) return 'not a URL: postgres://user:password@host:5432/database is expected'
  return `${parts.scheme}${parts.hosts.join(',')}${parts.rest.split('?', 1)[0] ?? ''}`
}

function readParts(databaseUrl: string): Parts | undefined {
  const [beginning, scheme, authority] = /^(postgres(?:ql)?:\/\/)([^/?#]+)/.exec(databaseUrl) ?? []
  if (beginning === undefined || scheme === undefined || authority === undefined) return undefined
  const hostsAt = authority.lastIndexOf('@') + 1
  return {
    scheme,
    credentials: authority.slice(0, hostsAt),
    hosts: authority.slice(hostsAt).split(','),
    rest: databaseUrl.slice(beginning.length),
  }
}
