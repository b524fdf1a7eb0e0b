/** After a deployment an open page requests files that no longer exist: the whole page is reloaded, once a minute at most. */
const KEY = 'chunk-reload'
const GUARD_MS = 60_000

interface PageOfBrowser {
  now: () => number
  isOnline: () => boolean
  reload: () => void
}

/**
 * Called when a file cannot be loaded. Returns true if the page is being reloaded; false if that was tried within the last minute, or if
 * nothing can be reached: then what was typed is worth more than a try.
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

/** Loads a part of the dashboard; if the part is gone, reloads the page instead of failing. */
export async function loadPart<Part>(load: () => Promise<Part>, reload = reloadForMissingFile): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    // The old page stays until the new one has loaded.
    if (reload()) return new Promise<never>(() => undefined)
    throw new Error('A part of the dashboard could not be loaded.', { cause: error })
  }
}

/** The same for code that loads itself: popups, dialogs, charts. The build's own event reports each file. */
export function followMissingFiles(): void {
  window.addEventListener('vite:preloadError', () => void reloadForMissingFile())
}
