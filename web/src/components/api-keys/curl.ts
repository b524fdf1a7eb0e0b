import { sendEvent } from '@notifly/contracts/events/events'

/** Client ID and secret of a key. */
interface Credentials {
  clientId: string
  secret: string
}

/** A call as one types it into a shell, against this installation; the contact is put into its path. */
export function curlOf(
  { method, path }: { method: string; path: string },
  { clientId, secret }: Credentials,
  contact: string,
  body?: object,
): string {
  return [
    `curl -X ${method} '${window.location.origin}${path.replace(/\{\w+\}/, contact)}'`,
    `-u '${clientId}:${secret}'`,
    ...(body ? [`-H 'content-type: application/json'`, `-d '${JSON.stringify(body, null, 2)}'`] : []),
  ].join(' \\\n  ')
}

const NEW_EVENT = { name: 'order_completed', properties: { total: 49.9 } }

/** A first event of a contact, named by its external ID. */
export function eventCurl(credentials: Credentials, contact: string): string {
  return curlOf(sendEvent, credentials, contact, { external_user_id: contact, ...NEW_EVENT })
}
