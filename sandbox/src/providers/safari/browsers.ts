import { randomBytes, randomUUID } from 'node:crypto'
import { fetchAgain, isOnThisMachine } from '../outward-call.ts'
import { readPackage, type Website } from './package.ts'

// Safari versions from before web push, with a visitor who allows every site. They download the site's package and
// report to its server.

export interface Wish {
  web_service_url: string
  website_push_id: string
  app_id: string
}

export interface Safaris {
  /**
   * Downloads a package, allows its site, and resolves to the new browser's device token. Rejects with the error of the
   * site's server.
   */
  subscribe(wish: Wish): Promise<string>
  /** Revokes the permission and tells the site's server. */
  leave(deviceToken: string): Promise<void>
  /**
   * The site of a browser. One that was not created here belongs to the site that the message names, if that site has
   * browsers.
   */
  websiteOf(deviceToken: string, websitePushId: string): Website | undefined
  isGone(deviceToken: string): boolean
}

const TIMEOUT_MS = 10_000
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6.1 Safari/605.1.15'

/** In memory only. */
export function createSafaris(): Safaris {
  const websites = new Map<string, Website>()
  const sites = new Map<string, Website>()
  const gone = new Set<string>()
  return {
    async subscribe({ web_service_url: url, website_push_id: id, app_id }) {
      const person = { app_id, visitor: randomUUID(), language: 'en-GB', timezone: 'Europe/London' }
      const answer = await ask('POST', `${url}/v2/pushPackages/${id}`, { body: JSON.stringify(person) })
      const website = readPackage(Buffer.from(await answer.arrayBuffer()))
      const deviceToken = randomBytes(32).toString('hex')
      await register('POST', deviceToken, website)
      websites.set(deviceToken, website)
      sites.set(website.websitePushID, website)
      return deviceToken
    },
    async leave(deviceToken) {
      gone.add(deviceToken)
      const website = websites.get(deviceToken)
      if (website !== undefined) await register('DELETE', deviceToken, website)
    },
    websiteOf: (deviceToken, id) => websites.get(deviceToken) ?? sites.get(id),
    isGone: deviceToken => gone.has(deviceToken),
  }
}

async function register(method: string, deviceToken: string, website: Website): Promise<void> {
  const { webServiceURL: url, websitePushID: id, authenticationToken: token } = website
  await ask(method, `${url}/v2/devices/${deviceToken}/registrations/${id}`, {
    headers: { authorization: `ApplePushNotifications ${token}` },
  })
}

async function ask(method: string, url: string, { headers = {}, body }: { headers?: object; body?: string }) {
  if (!isOnThisMachine(url)) throw new Error(`${url} is not on this machine`)
  const answer = await fetchAgain(url, {
    method,
    headers: { 'user-agent': SAFARI, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname} was answered ${answer.status}`)
  return answer
}
