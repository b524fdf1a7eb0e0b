/**
 * Who is signed in. The session itself is a cookie that scripts cannot read; here lives the user with the short-lived
 * bearer token, in memory only. The token is renewed before it ends, and all tabs of this browser agree on signing in
 * and out.
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

/** The application that this tab's address names; its tokens must be for that one, whatever other tabs do. */
let scope: string | undefined
let renewal: Promise<boolean> | undefined
let renewTimer: ReturnType<typeof setTimeout> | undefined
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('notifly-session')

/** Asks once, at the start, who is signed in. No user is a normal answer and shows nothing. */
export async function startSession(): Promise<void> {
  if (tabs) tabs.onmessage = event => void heed(event.data as TabMessage)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') planRenewal()
  })
  await renewSession()
}

/** Takes over the user that an answer brought: sign-in, an accepted invitation. */
export function adoptUser(user: UserDetails): void {
  setUser(user)
  tell({ kind: 'signed-in' })
}

/** Shows the person of the last visit while no server answers; their token is asked for again and again. */
export function showKeptUser(user: UserDetails): void {
  setUser(user)
}

/**
 * Gets a fresh token by the session cookie; concurrent calls share one exchange. Resolves false when there is no
 * session; what that means is the caller's affair. Throws ApiError when the question itself could not be answered.
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
 * Makes an application the active one of this tab, with a token for it. Throws ApiError, with code 1071 for an
 * application of another person.
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

/** The tab shows no application any more: it follows what other tabs choose. */
export function leaveApplication(): void {
  scope = undefined
}

/** The application used last in this browser, for the way home after signing in. */
export function lastApplication(): string | undefined {
  return localStorage.getItem(APPLICATION_KEY) ?? undefined
}

/** Ends the session here and in all tabs. Throws ApiError when the server could not be told; then nothing has changed. */
export async function signOut(): Promise<void> {
  try {
    await exchange({ method: logout.method, path: logout.path, token: session.get()?.token })
  } catch (error) {
    // A session that is dead already is as good as signed out.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  localStorage.removeItem(APPLICATION_KEY)
  leaveApplication()
  setUser(undefined)
  tell({ kind: 'signed-out' })
}

/**
 * An exchange in the name of the signed-in user. A dead token is renewed once; when the session is gone too, the
 * unauthorized flag goes up and the 401 is thrown.
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
 * After a 403: should the role have changed behind what this tab knows of it, the user is read again, so that what is no
 * longer allowed disappears. A right that was known to be missing needs no reading.
 */
export function refreshRights(error: ApiError): void {
  const { activity, level } = (error.data ?? {}) as { activity?: number; level?: number }
  const user = session.get()
  if (user === undefined || activity === undefined || level === undefined) return
  const known = user.permission_levels[user.permission_activity_list.indexOf(activity)]?.[0] ?? 0
  if (known >= level) void renewSession().catch(() => undefined)
}

/** Another call may have renewed the token in the meantime. */
export async function hasFreshToken(deadToken: string | undefined): Promise<boolean> {
  const current = session.get()?.token
  return (current !== undefined && current !== deadToken) || (await renewSession())
}

/** Raises the unauthorized flag; the guard then leads to the sign-in page. */
export function endedSession(error: ApiError): ApiError {
  // Many calls may find out at once; it is said once.
  if (!flags.get().unauthorized) announce({ tone: 'danger', message: error })
  // The flag first: listeners that learn of the user's absence then know why.
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
  // A failed renewal is tried again; should the token die first, the next call renews or ends the session.
  renewTimer = setTimeout(() => void renewSession().catch(planRenewal), waitMs)
}

function tell(message: TabMessage): void {
  tabs?.postMessage(message)
}

async function heed(message: TabMessage): Promise<void> {
  if (message.kind === 'signed-out') {
    leaveApplication()
    setUser(undefined)
    return
  }
  // Where an application is open its address decides; only pages outside follow a switch.
  if (message.kind === 'switched' && scope !== undefined) return
  const isSignedIn = await renewSession().catch(() => true)
  if (!isSignedIn) setUser(undefined)
}
