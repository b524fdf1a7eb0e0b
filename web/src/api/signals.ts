/**
 * What calls tell the whole dashboard, wherever they were made: flags that layouts and the route guard read, and notices
 * that become toasts.
 */
import type { Sayable } from '../locales/say.ts'
import type { ApiError } from './api-error.ts'
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
  /** The support ticket is open. */
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

/** Changes some flags; setting what is already set notifies no listener. */
export function setFlags(change: Partial<Flags>): void {
  const current = flags.get()
  const next = { ...current, ...change }
  const changed = (Object.keys(change) as (keyof Flags)[]).some(name => next[name] !== current[name])
  if (changed) flags.set(next)
}

export interface Notice {
  tone: 'success' | 'danger' | 'info'
  /** What the server said, or words that are translated already. */
  message: Sayable | string
}

/** The id of the last request that failed on our side or replaced a page: support finds it in the log. */
export const lastFailedRequest = createStore<string | undefined>(undefined)

const noticeListeners = new Set<(notice: Notice) => void>()
/** Notices that came before a listener was there. */
export const unheard = createStore<readonly Notice[]>([])

/** Says something to the person at the screen, as a toast. Without a listener it waits for the first one. */
export function announce(notice: Notice): void {
  if (noticeListeners.size === 0) unheard.set([...unheard.get(), notice])
  for (const listener of [...noticeListeners]) listener(notice)
}

/** Called for each notice; returns the way to stop. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  noticeListeners.add(listener)
  const waiting = unheard.get()
  unheard.set([])
  for (const notice of waiting) listener(notice)
  return () => noticeListeners.delete(listener)
}

/** Calls under way that a person waits for; the bar on top of the page shows while there are any. */
export const callsUnderWay = createStore(0)

/** Counts one call from now until the returned function runs. */
export function countCall(): () => void {
  callsUnderWay.set(callsUnderWay.get() + 1)
  return () => callsUnderWay.set(callsUnderWay.get() - 1)
}
