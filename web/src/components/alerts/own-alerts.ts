/**
 * Alerts in this browser: a push subscription of the dashboard's own worker. The server stores it for as long as the
 * session lasts. The browser stores who turned the alerts on. They continue if the same person signs in again, and end
 * if another person does.
 */
import { addAlertBrowser, readAlerts } from '@notifly/contracts/alerts/alerts'
import { call } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { flags } from '../../api/signals.ts'
import { type BrowserFault, browserFault, subscribeBrowser, wireOf } from '../web-push/own-browser.ts'

const TURNED_ON_BY = 'alerts'

/** The state of alerts in this browser: on, off, or the reason why they are not possible. */
export async function alertsHere(): Promise<BrowserFault | 'off' | 'on'> {
  const fault = browserFault()
  if (fault !== undefined) return fault
  return (await subscription()) === null ? 'off' : 'on'
}

/**
 * Asks the browser for permission, so call it from a click handler. Rejects with ApiError if the server refuses the
 * subscription.
 */
export async function turnOnAlerts(key: string): Promise<BrowserFault | 'on'> {
  // The page registers the worker shortly after loading (persist-for-offline.ts).
  const made = await subscribeBrowser(() => navigator.serviceWorker.ready, key)
  if (typeof made === 'string') return made
  await call(addAlertBrowser, { body: made })
  localStorage.setItem(TURNED_ON_BY, session.get()?.uuid ?? '')
  return 'on'
}

/** Ends alerts in this browser without telling the server. */
export async function endAlerts(): Promise<void> {
  localStorage.removeItem(TURNED_ON_BY)
  await (await subscription())?.unsubscribe()
}

/**
 * From now on, adapts alerts to who is signed in on this page. `wasSignedIn`: whether there was a session when the page
 * loaded; a change since then is handled at once. Returns a function that stops this.
 */
export function keepAlertsSubscribed(wasSignedIn: boolean): () => void {
  let known = wasSignedIn
  const follow = () => {
    const isSignedIn = session.get() !== undefined
    const change = isSignedIn === known ? undefined : isSignedIn ? continueAlerts : pauseAlerts
    known = isSignedIn
    void change?.().catch(() => undefined)
  }
  if (wasSignedIn && session.get() !== undefined) void checkAlerts().catch(() => undefined)
  follow()
  return session.subscribe(follow)
}

/** After signing in: alerts that were on before continue, but only for the same person. */
async function continueAlerts(): Promise<void> {
  const turnedOnBy = localStorage.getItem(TURNED_ON_BY)
  if (turnedOnBy === null) return
  const known = browserFault() === undefined ? await subscription() : null
  if (known === null || turnedOnBy !== session.get()?.uuid) return endAlerts()
  await call(addAlertBrowser, { body: wireOf(known) }, { quiet: true })
}

/** After signing out. An expired session leaves the alerts in place, so that the same person can continue them. */
async function pauseAlerts(): Promise<void> {
  // Most browsers have no alerts to end.
  if (!flags.get().unauthorized && localStorage.getItem(TURNED_ON_BY) !== null) await endAlerts()
}

/** On a visit: if this browser was removed from elsewhere, the next sign-in does not subscribe it again. */
async function checkAlerts(): Promise<void> {
  if (localStorage.getItem(TURNED_ON_BY) === null) return
  const { browsers } = await call(readAlerts, {}, { quiet: true })
  if (!browsers.some(({ is_current }) => is_current)) await endAlerts()
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}
