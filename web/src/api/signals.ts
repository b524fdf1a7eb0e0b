/** What calls report to the whole dashboard: flags for layouts and the route guard, and notices that become toasts. */
import type { SentenceLike } from '../locales/translate-sentence.ts'
import { ApiError } from './api-error.ts'
import { createStore } from './store.ts'

interface Flags {
  /** The session ended; the guard leads to the sign-in page. */
  unauthorized: boolean
  /** A write was answered 403: the dialog explains, the form stays. */
  forbidden: ApiError | undefined
  /** A failure that replaces the page until the next navigation. */
  pageError: ApiError | undefined
  /** A write waits for an approver. */
  makerChecker: boolean
  /** The support dialog is open. */
  asksSupport: boolean
}

const CLEAR: Flags = {
  unauthorized: false,
  forbidden: undefined,
  pageError: undefined,
  makerChecker: false,
  asksSupport: false,
}

export const flags = createStore<Flags>(CLEAR)

/** Changes some flags; setting an equal value notifies no listener. */
export function setFlags(change: Partial<Flags>): void {
  const current = flags.get()
  const next = { ...current, ...change }
  const changed = (Object.keys(change) as (keyof Flags)[]).some(name => next[name] !== current[name])
  if (changed) flags.set(next)
}

export interface Notice {
  tone: 'success' | 'danger' | 'info'
  /** The server's words, or text that is translated already. */
  message: SentenceLike | string
}

/** Id of the last request that failed on our side or replaced a page, by which support finds it in the log. */
export const lastFailedRequest = createStore<string | undefined>(undefined)

const noticeListeners = new Set<(notice: Notice) => void>()
/** Notices from before there was a listener. */
export const pendingNotices = createStore<readonly Notice[]>([])

/** Shows a notice to the person as a toast. Without a listener it waits for the first one. */
export function announce(notice: Notice): void {
  if (noticeListeners.size === 0) pendingNotices.set([...pendingNotices.get(), notice])
  for (const listener of [...noticeListeners]) listener(notice)
}

/** Shows what the server refused as a toast. Throws what is not from the server. */
export function announceFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  announce({ tone: 'danger', message: error })
}

/** Calls `listener` for each notice; returns a function that stops it. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  noticeListeners.add(listener)
  const waiting = pendingNotices.get()
  pendingNotices.set([])
  for (const notice of waiting) listener(notice)
  return () => noticeListeners.delete(listener)
}

/** Calls in progress that a person waits for; the bar at the top of the page shows while there are any. */
export const callsInProgress = createStore(0)

/** Counts one call until the returned function runs. */
export function countCall(): () => void {
  callsInProgress.set(callsInProgress.get() + 1)
  return () => callsInProgress.set(callsInProgress.get() - 1)
}
