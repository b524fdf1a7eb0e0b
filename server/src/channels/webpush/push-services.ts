/**
 * Endpoints come from visitors: messages are only sent to the known push services of browsers, and to those that the operator configured.
 */

const HOSTS: readonly RegExp[] = [
  // Chrome, Edge on Android and most others; Debian's Chromium hands out the second.
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
]

/** Returns the origin of an endpoint; null for an endpoint that nothing is sent to. */
export function pushOriginOf(endpoint: string, extraOrigins: readonly string[]): string | null {
  if (!URL.canParse(endpoint)) return null
  const { origin, protocol, hostname, port, username } = new URL(endpoint)
  if (extraOrigins.includes(origin)) return origin
  const isKnown = protocol === 'https:' && port === '' && username === '' && HOSTS.some(host => host.test(hostname))
  return isKnown ? origin : null
}

/** The same for many endpoints in a row: nearly all have the same origin as the one before, which comparing their beginning shows. */
export function createPushOriginOf(extraOrigins: readonly string[]): (endpoint: string) => string | null {
  let last = ''
  return endpoint => {
    if (last !== '' && endpoint.startsWith(last) && endpoint.charAt(last.length) === '/') return last
    const origin = pushOriginOf(endpoint, extraOrigins)
    last = origin ?? last
    return origin
  }
}
