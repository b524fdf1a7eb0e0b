/**
 * Alerts in this browser: a subscription of the dashboard's own worker, which our server knows for as long as the session lasts. The
 * browser remembers who turned them on, so that they go on after the same person signs in again, and end when another one does.
 */
import { addAlertBrowser, readAlerts } from '@notifly/contracts/alerts/alerts'
import { call } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { type BrowserFault, browserFault, subscribeBrowser, wireOf } from '../web-push/own-browser.ts'

/** Keeps the dashboard's files, and shows alerts. */
export const DASHBOARD_WORKER = '/service-worker.js'

const TURNED_ON_BY = 'alerts'

/** What keeps alerts from this browser, or nothing but that they are not wanted. */
export async function alertsHere(): Promise<BrowserFault | 'off' | 'on'> {
  const fault = browserFault()
  if (fault !== undefined) return fault
  return (await subscription()) === null ? 'off' : 'on'
}

/** Asks for leave: to be called by a click. Throws ApiError where the server does not take the browser. */
export async function turnOnAlerts(key: string): Promise<BrowserFault | 'on'> {
  const made = await subscribeBrowser(startWorker, key)
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

/** The same where they were turned on: nearly all browsers have nothing to end. */
export async function forgetAlerts(): Promise<void> {
  if (localStorage.getItem(TURNED_ON_BY) !== null) await endAlerts()
}

/** After a sign-in on this page: what was turned on before goes on, for the same person alone. */
export async function takeUpAlerts(): Promise<void> {
  const turnedOnBy = localStorage.getItem(TURNED_ON_BY)
  if (turnedOnBy === null) return
  const known = browserFault() === undefined ? await subscription() : null
  if (known === null || turnedOnBy !== session.get()?.uuid) return forgetAlerts()
  await call(addAlertBrowser, { body: wireOf(known) }, { quiet: true })
}

/** On a visit with a session that was there before: who removed this browser somewhere else is not subscribed again by the next sign-in. */
export async function checkAlerts(): Promise<void> {
  if (localStorage.getItem(TURNED_ON_BY) === null || session.get() === undefined) return
  const { browsers } = await call(readAlerts, {}, { quiet: true })
  if (!browsers.some(({ is_current }) => is_current)) await forgetAlerts()
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(DASHBOARD_WORKER)
  return navigator.serviceWorker.ready
}
