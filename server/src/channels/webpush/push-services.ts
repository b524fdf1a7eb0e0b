/** Endpoints come from visitors: messages go to the known push services of browsers, and to those that the operator named. */

const HOSTS: readonly RegExp[] = [
  // Chrome, Edge on Android and most others; Debian's Chromium hands out the second.
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
]

/** The origin that an endpoint is called at; null for one that nothing is sent to. */
export function pushOriginOf(endpoint: string, extraOrigins: readonly string[]): string | null {
  if (!URL.canParse(endpoint)) return null
  const { origin, protocol, hostname, port, username } = new URL(endpoint)
  if (extraOrigins.includes(origin)) return origin
  const isKnown = protocol === 'https:' && port === '' && username === '' && HOSTS.some(host => host.test(hostname))
  return isKnown ? origin : null
}

/** The same for one endpoint after the other: nearly all are at the service of the one before, which a look at their beginning tells. */
export function createPushOriginOf(extraOrigins: readonly string[]): (endpoint: string) => string | null {
  let last = ''
  return endpoint => {
    if (last !== '' && endpoint.startsWith(last) && endpoint.charAt(last.length) === '/') return last
    const origin = pushOriginOf(endpoint, extraOrigins)
    last = origin ?? last
    return origin
  }
}
