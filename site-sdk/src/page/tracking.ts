/** Reports events of the visitor, once the site has proved the visitor's identity. Needs no subscription. */
import type { Client, Identity } from './client.ts'

/** Name and properties, as given by the page. */
type Tracked = [name: string, properties?: Record<string, string | number | boolean | null>]

export interface Tracking {
  track(...tracked: Tracked): void
  /** `known`: settles once the server has been told the visitor's identity. */
  identify(appId: string, identity: Identity, known: Promise<unknown>): void
}

/** Events kept until the site identifies the visitor. */
const WAITING_MAX = 20

export function createTracking(client: Client, warn: (error: unknown) => void): Tracking {
  let send: ((tracked: Tracked) => void) | null = null
  const waiting: Tracked[] = []
  return {
    track(...tracked) {
      if (send !== null) send(tracked)
      else if (waiting.length < WAITING_MAX) waiting.push(tracked)
      else warn('identify comes before track')
    },
    identify(appId, identity, known) {
      const settled = known.catch(() => undefined)
      send = ([name, properties = {}]) =>
        void settled.then(() => client.track(appId, identity, name, JSON.stringify(properties))).catch(warn)
      waiting.splice(0).forEach(send)
    },
  }
}
