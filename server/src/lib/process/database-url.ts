/**
 * DATABASE_URL, which may name several servers as libpq's addresses do (`postgres://user:password@one:5432,two:5432/notifly`). Neither
 * Node's URL class nor the driver parses such an address, so this does. https://www.postgresql.org/docs/current/libpq-connect.html
 */

interface Parts {
  /** Including its two slashes. */
  scheme: string
  /** Including the @; may be empty. */
  credentials: string
  hosts: string[]
  /** Database and parameters. */
  rest: string
}

/** Returns the address of each server, in order; any other text is returned as it is. */
export function serverUrls(databaseUrl: string): string[] {
  const parts = readParts(databaseUrl)
  if (parts === undefined) return [databaseUrl]
  return parts.hosts.map(host => `${parts.scheme}${parts.credentials}${host}${parts.rest}`)
}

/** Returns the address with a password; undefined if it is not a full address. */
export function withPassword(databaseUrl: string, password: string): string | undefined {
  const parts = readParts(databaseUrl)
  if (parts === undefined || !serverUrls(databaseUrl).every(url => URL.canParse(url))) return undefined
  const user = parts.credentials.slice(0, -1).split(':', 1)[0] ?? ''
  return `${parts.scheme}${user}:${encodeURIComponent(password)}@${parts.hosts.join(',')}${parts.rest}`
}

/** For people: servers and database, without credentials. */
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
