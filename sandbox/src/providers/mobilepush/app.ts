import { fetchAgain, isOnThisMachine } from '../outward-call.ts'
import type { ShownPush } from './shown.ts'

// The app on a phone. It reports what happened to a message, and opens web addresses in the phone's browser. The
// addresses in the message say where to report.

/** A reader's action on a notification; a press refers to one of its buttons. */
export type Act = { what: 'tap' | 'dismiss' } | { what: 'press'; button: ShownPush['buttons'][number] }

const TIMEOUT_MS = 10_000
const APP = 'ShopApp/4.2 (Sandbox)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

interface ReportBody {
  token: string
  event: 'delivered' | 'clicked' | 'dismissed' | 'action'
  /** The button's label. */
  action?: string
}

/** Sends a report to the server at this address. Resolves to the status. */
export function sendReport(url: string, said: ReportBody, signal?: AbortSignal): Promise<number> {
  const headers = { 'user-agent': APP, 'content-type': 'application/json' }
  return call(`${new URL(url).origin}/sdk/v1/event`, { method: 'POST', headers, body: JSON.stringify(said) }, signal)
}

/** Opens an address in the phone's browser. Resolves to the status. */
export function open(url: string, deviceToken: string, signal?: AbortSignal): Promise<number> {
  const browser = /^[0-9a-f]+$/i.test(deviceToken) ? IPHONE : ANDROID
  return call(url, { redirect: 'manual', headers: { 'user-agent': browser } }, signal)
}

async function call(url: string, init: RequestInit, stopped?: AbortSignal): Promise<number> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = stopped ? AbortSignal.any([stopped, timeout]) : timeout
  const answer = await fetchAgain(url, { ...init, signal })
  await answer.body?.cancel()
  return answer.status
}

/** Performs the action at once, as docs/mobile-push.md describes. Rejects with the error. */
export async function perform(deviceToken: string, message: ShownPush, act: Act): Promise<void> {
  const { url } = act.what === 'press' ? act.button : message
  const opens = act.what !== 'dismiss' && isOnThisMachine(url)
  // Following one of our addresses counts as the click. Only the app can report which button was pressed.
  if (act.what !== 'tap' || !opens) await report(message, reportBodyOf(act))
  if (opens) assertAccepted(url, await open(url, deviceToken))
}

function reportBodyOf(act: Act): Omit<ReportBody, 'token'> {
  if (act.what === 'press') return { event: 'action', action: act.button.title }
  return { event: act.what === 'tap' ? 'clicked' : 'dismissed' }
}

async function report({ token, url, buttons }: ShownPush, said: Omit<ReportBody, 'token'>): Promise<void> {
  // A message outside of campaigns has no delivery token.
  if (token === '') return
  const home = [url, ...buttons.map(button => button.url)].find(isOnThisMachine)
  if (home === undefined) throw new Error('Told nobody: there is no address of Notifly in it')
  assertAccepted('/sdk/v1/event', await sendReport(home, { token, ...said }))
}

function assertAccepted(what: string, status: number): void {
  if (status >= 400) throw new Error(`${what} was answered ${status}`)
}
