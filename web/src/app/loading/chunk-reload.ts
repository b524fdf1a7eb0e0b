/** After a deployment an open page asks for files that are gone: the whole page is loaded anew, once a minute at most. */
const KEY = 'chunk-reload'
const GUARD_MS = 60_000

interface PageOfBrowser {
  now: () => number
  isOnline: () => boolean
  reload: () => void
}

/**
 * What to call for a file that did not come. It answers true when the page is about to be replaced; false when that was
 * tried within the last minute, or when nothing at all can be reached: then what was typed is worth more than a try.
 */
export function createReloader({ now, isOnline, reload }: PageOfBrowser): () => boolean {
  let isLeaving = false
  return () => {
    if (isLeaving) return true
    if (!isOnline() || now() - Number(sessionStorage.getItem(KEY) ?? 0) < GUARD_MS) return false
    isLeaving = true
    sessionStorage.setItem(KEY, String(now()))
    reload()
    return true
  }
}

const reloadForMissingFile = createReloader({
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  reload: () => window.location.reload(),
})

/** Loads a part of the dashboard; a part that is gone reloads the page instead of failing. */
export async function loadPart<Part>(load: () => Promise<Part>, reload = reloadForMissingFile): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    // The old page stays until the new one is there.
    if (reload()) return new Promise<never>(() => undefined)
    throw new Error('A part of the dashboard could not be loaded.', { cause: error })
  }
}

/** The same for what loads its code by itself: popups, dialogs, charts. The build's own event tells of each file. */
export function followMissingFiles(): void {
  window.addEventListener('vite:preloadError', () => void reloadForMissingFile())
}
