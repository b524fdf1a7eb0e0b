import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { NavEntry } from '../navbar/nav-links.ts'

/** The longest wait for a page that never becomes idle. */
const IDLE_MS = 2000

/** Loads the code of the navbar's pages once the browser is idle, unless it should save data. */
export function usePrefetch(entries: readonly NavEntry[]): void {
  const router = useRouter()
  const pages = entries.flatMap(entry => ('links' in entry ? [] : [entry.to])).join(' ')
  useEffect(() => {
    if (pages === '' || savesData()) return
    // A failed prefetch is ignored: the page loads when its link is followed.
    const load = () => pages.split(' ').forEach(to => void router.preloadRoute({ to }).catch(() => undefined))
    return whenIdle(load)
  }, [router, pages])
}

/** Runs `work` when the browser is first idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  // Safari before 26 lacks it.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: IDLE_MS })
  return () => window.cancelIdleCallback(handle)
}

/** Whether the browser asks sites to save data (https://wicg.github.io/savedata/). Only Chromium supports this. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
