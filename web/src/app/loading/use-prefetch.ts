import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { NavEntry } from '../navbar/nav-links.ts'

/** A page that never comes to rest is waited for no longer than this. */
const IDLE_MS = 2000

/** Loads the code of the pages that the navbar leads to, once the browser has nothing else to do, unless it is to save data. */
export function usePrefetch(entries: readonly NavEntry[]): void {
  const router = useRouter()
  const pages = entries.flatMap(entry => ('links' in entry ? [] : [entry.to])).join(' ')
  useEffect(() => {
    if (pages === '' || savesData()) return
    // What cannot be loaded now is asked for again when its link is followed.
    const load = () => pages.split(' ').forEach(to => void router.preloadRoute({ to }).catch(() => undefined))
    return whenIdle(load)
  }, [router, pages])
}

/** Runs `work` in the first idle moment. Answers the way to call it off. */
function whenIdle(work: () => void): () => void {
  // Safari before 26 has no such moment to offer.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: IDLE_MS })
  return () => window.cancelIdleCallback(handle)
}

/** Whether the browser was told to load no more than what is asked for (https://wicg.github.io/savedata/). Only Chromium says so. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
