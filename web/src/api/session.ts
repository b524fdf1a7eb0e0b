/**
 * The signed-in user. The session itself is a cookie that scripts cannot read; this module has the user and the short-lived bearer token,
 * in memory only. The token is renewed before it expires, and all tabs of this browser agree on signing in and out.
 */
import { logout, readSession, type UserDetails } from '@notifly/contracts/accounts/accounts'
import { switchApplication } from '@notifly/contracts/applications/applications'
import { fillPath } from '@notifly/contracts/endpoint'
import { ApiError } from './api-error.ts'
import { announce, flags, setFlags } from './signals.ts'
import { createStore } from './store.ts'
import { exchange, readAnswer, type WireRequest } from './transport.ts'

const RENEW_BEFORE_MS = 5 * 60_000
const RENEW_AGAIN_MS = 30_000
const LONGEST_TIMER_MS = 2 ** 31 - 1
const APPLICATION_KEY = 'application'

type TabMessage = { kind: 'signed-out' } | { kind: 'signed-in' } | { kind: 'switched' }

export const session = createStore<UserDetails | undefined>(undefined)

/** The application in this tab's address: tokens must be for that one, whatever other tabs do. */
let scope: string | undefined
let renewal: Promise<boolean> | undefined
let renewTimer: ReturnType<typeof setTimeout> | undefined
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('notifly-session')

/** Asks once, at the start, who is signed in. No user is a normal answer and shows nothing. */
export async function startSession(): Promise<void> {
  if (tabs) tabs.onmessage = event => void applyTabMessage(event.data as TabMessage)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') planRenewal()
  })
  await renewSession()
}

/** Takes over the user from an answer: a sign-in, an accepted invitation. */
export function setSignedInUser(user: UserDetails): void {
  setUser(user)
  tell({ kind: 'signed-in' })
}

/** Shows the user of the last visit while no server responds; their token is requested until one does. */
export function showKeptUser(user: UserDetails): void {
  setUser(user)
}

/**
 * Requests a new token with the session cookie; concurrent calls share one request. Resolves to false if there is no session; the caller
 * decides what that means. Throws ApiError if the request itself failed.
 */
export function renewSession(): Promise<boolean> {
  renewal ??= fetchUser().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function fetchUser(): Promise<boolean> {
  try {
    const user = await ask(readSession.path)
    const strayed = scope !== undefined && user.application_uuid !== scope
    setUser(strayed ? await ask(fillPath(switchApplication.path, { uuid: scope ?? '' }), user.token) : user)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return false
  }
}

async function ask(path: string, token?: string): Promise<UserDetails> {
  const answer = await readAnswer<UserDetails>(await exchange({ method: 'GET', path, token }))
  if (!answer?.data) throw new ApiError({ status: 500, message: 'empty answer', method: 'GET', path })
  return answer.data
}

/**
 * Makes an application the active one of this tab, with a token for it. Throws ApiError, with code 1071 for an application of another
 * person.
 */
export async function enterApplication(uuid: string): Promise<void> {
  if (session.get()?.application_uuid !== uuid) {
    const response = await authorized({ method: 'GET', path: fillPath(switchApplication.path, { uuid }) })
    const answer = await readAnswer<UserDetails>(response)
    setUser(answer?.data)
    tell({ kind: 'switched' })
  }
  scope = uuid
  localStorage.setItem(APPLICATION_KEY, uuid)
}

/** The tab no longer shows an application: it follows the choice of other tabs. */
export function leaveApplication(): void {
  scope = undefined
}

/** The application that this browser used last, for the page after signing in. */
export function lastApplication(): string | undefined {
  return localStorage.getItem(APPLICATION_KEY) ?? undefined
}

/** Ends the session in all tabs. Throws ApiError if the server could not be reached; then nothing has changed. */
export async function signOut(): Promise<void> {
  try {
    await exchange({ method: logout.method, path: logout.path, token: session.get()?.token })
  } catch (error) {
    // An expired session is as good as signed out.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  localStorage.removeItem(APPLICATION_KEY)
  leaveApplication()
  setUser(undefined)
  tell({ kind: 'signed-out' })
}

/**
 * Makes a request as the signed-in user. An expired token is renewed once; if the session is gone too, the unauthorized flag is set and the
 * 401 is thrown.
 */
export async function authorized(request: WireRequest): Promise<Response> {
  const token = session.get()?.token
  try {
    return await exchange({ ...request, token })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    if (!(await hasFreshToken(token))) throw endedSession(error)
  }
  try {
    return await exchange({ ...request, token: session.get()?.token })
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? endedSession(error) : error
  }
}

/**
 * After a 403: reads the user again if the role may have changed, so that what is no longer allowed disappears. A right that was known to
 * be missing needs no reading.
 */
export function refreshRights(error: ApiError): void {
  const { activity, level } = (error.data ?? {}) as { activity?: number; level?: number }
  const user = session.get()
  if (user === undefined || activity === undefined || level === undefined) return
  const known = user.permission_levels[user.permission_activity_list.indexOf(activity)]?.[0] ?? 0
  if (known >= level) void renewSession().catch(() => undefined)
}

/** Another call may have renewed the token meanwhile. */
export async function hasFreshToken(deadToken: string | undefined): Promise<boolean> {
  const current = session.get()?.token
  return (current !== undefined && current !== deadToken) || (await renewSession())
}

/** Sets the unauthorized flag; the guard then leads to the sign-in page. */
export function endedSession(error: ApiError): ApiError {
  // Many calls may find out at once; it is reported once.
  if (!flags.get().unauthorized) announce({ tone: 'danger', message: error })
  // The flag comes first: listeners that see no user then know why.
  setFlags({ unauthorized: true })
  setUser(undefined)
  return error
}

function setUser(user: UserDetails | undefined): void {
  session.set(user)
  planRenewal()
}

function planRenewal(): void {
  clearTimeout(renewTimer)
  const user = session.get()
  if (!user) return
  const dueInMs = user.token_expires_on * 1000 - Date.now() - RENEW_BEFORE_MS
  const waitMs = Math.min(Math.max(dueInMs, RENEW_AGAIN_MS), LONGEST_TIMER_MS)
  // A failed renewal is retried; if the token expires first, the next call renews it or ends the session.
  renewTimer = setTimeout(() => void renewSession().catch(planRenewal), waitMs)
}

function tell(message: TabMessage): void {
  tabs?.postMessage(message)
}

async function applyTabMessage(message: TabMessage): Promise<void> {
  if (message.kind === 'signed-out') {
    leaveApplication()
    setUser(undefined)
    return
  }
  // In an application, the address decides; only pages outside of one follow a switch.
  if (message.kind === 'switched' && scope !== undefined) return
  const isSignedIn = await renewSession().catch(() => true)
  if (!isSignedIn) setUser(undefined)
}
