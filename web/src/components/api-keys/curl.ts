import { sendEvent } from '@notifly/contracts/events/events'

/** Client ID and secret of a key. */
interface Credentials {
  clientId: string
  secret: string
}

interface Command {
  method: string
  url: string
  /** Name and password, or placeholders for them. */
  user?: string | undefined
  headers?: Readonly<Record<string, string>>
  data?: string | undefined
}

/** A call as one types it into a POSIX shell. */
export function curlCommand({ method, url, user, headers = {}, data }: Command): string {
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...(user === undefined ? [] : [`-u ${quoted(user)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data === undefined ? [] : [`--data-raw ${quoted(data)}`]),
  ].join(' \\\n  ')
}

/** Nothing within single quotes means anything to a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A call with a key, against this installation; the contact is put into its path. */
export function curlOf(
  { method, path }: { method: string; path: string },
  { clientId, secret }: Credentials,
  contact: string,
  body?: object,
): string {
  return curlCommand({
    method,
    url: window.location.origin + path.replace(/\{\w+\}/, contact),
    user: `${clientId}:${secret}`,
    ...(body && { headers: { 'Content-Type': 'application/json' }, data: JSON.stringify(body, null, 2) }),
  })
}

const NEW_EVENT = { name: 'order_completed', properties: { total: 49.9 } }

/** A first event of a contact, named by its external ID. */
export function eventCurl(credentials: Credentials, contact: string): string {
  return curlOf(sendEvent, credentials, contact, { external_user_id: contact, ...NEW_EVENT })
}
