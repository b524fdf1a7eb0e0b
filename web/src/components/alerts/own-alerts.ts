/**
 * Alerts in this browser: a subscription of the dashboard's own worker, which the server stores as long as the session lasts. The browser
 * stores who turned them on: they continue when the same person signs in again, and end when another person does.
 */
import { addAlertBrowser, readAlerts } from '@notifly/contracts/alerts/alerts'
import { call } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { flags } from '../../api/signals.ts'
import { type BrowserFault, browserFault, subscribeBrowser, wireOf } from '../web-push/own-browser.ts'

const TURNED_ON_BY = 'alerts'

/** What keeps alerts from this browser, or nothing but that they are not wanted. */
export async function alertsHere(): Promise<BrowserFault | 'off' | 'on'> {
  const fault = browserFault()
  if (fault !== undefined) return fault
  return (await subscription()) === null ? 'off' : 'on'
}

/** Asks the browser for permission, so call it on a click. Throws ApiError where the server does not take the browser. */
export async function turnOnAlerts(key: string): Promise<BrowserFault | 'on'> {
  // Registered soon after the page has come (keep-for-offline.ts).
  const made = await subscribeBrowser(() => navigator.serviceWorker.ready, key)
  if (typeof made === 'string') return made
  await call(addAlertBrowser, { body: made })
  localStorage.setItem(TURNED_ON_BY, session.get()?.uuid ?? '')
  return 'on'
}

/** Nothing is shown here any more, whatever our server knows. */
export async function endAlerts(): Promise<void> {
  localStorage.removeItem(TURNED_ON_BY)
  await (await subscription())?.unsubscribe()
}

/**
 * From now on alerts follow who is signed in on this page. `wasSignedIn`: whether there was a session when the page came; what has changed
 * since then is made up for.
 */
export function followAlerts(wasSignedIn: boolean): () => void {
  let known = wasSignedIn
  const follow = () => {
    const isSignedIn = session.get() !== undefined
    const change = isSignedIn === known ? undefined : isSignedIn ? takeUpAlerts : leaveAlerts
    known = isSignedIn
    void change?.().catch(() => undefined)
  }
  if (wasSignedIn && session.get() !== undefined) void checkAlerts().catch(() => undefined)
  follow()
  return session.subscribe(follow)
}

/** After a sign-in: what was turned on before goes on, for the same person alone. */
async function takeUpAlerts(): Promise<void> {
  const turnedOnBy = localStorage.getItem(TURNED_ON_BY)
  if (turnedOnBy === null) return
  const known = browserFault() === undefined ? await subscription() : null
  if (known === null || turnedOnBy !== session.get()?.uuid) return endAlerts()
  await call(addAlertBrowser, { body: wireOf(known) }, { quiet: true })
}

/** After a sign-out. A session that ended by itself is taken up again by the same person. */
async function leaveAlerts(): Promise<void> {
  // Nearly all browsers have nothing to end.
  if (!flags.get().unauthorized && localStorage.getItem(TURNED_ON_BY) !== null) await endAlerts()
}

/** On a visit: a browser that was removed from elsewhere is not subscribed again by the next sign-in. */
async function checkAlerts(): Promise<void> {
  if (localStorage.getItem(TURNED_ON_BY) === null) return
  const { browsers } = await call(readAlerts, {}, { quiet: true })
  if (!browsers.some(({ is_current }) => is_current)) await endAlerts()
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}
