/**
 * After a deployment, an open page requests files that no longer exist. Reloads the whole page then, at most once a
 * minute.
 */
const KEY = 'chunk-reload'
const GUARD_MS = 60_000

interface PageOfBrowser {
  now: () => number
  isOnline: () => boolean
  reload: () => void
}

/**
 * The returned function is called when a file can't be loaded. It returns true if it reloads the page. It returns false
 * if it did so within the last minute, or if the network is down, because a reload would only lose the reader's input.
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

/** The code of a page could not be loaded: the network is down, or a newer release has other files. */
export class NotLoaded extends Error {}

/** Loads a part of the dashboard; if the part is gone, reloads the page instead of failing. */
export async function loadPart<Part>(load: () => Promise<Part>, reload = reloadForMissingFile): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    // Never settles: the old page stays until the new one has loaded.
    if (reload()) return new Promise<never>(() => undefined)
    throw new NotLoaded('A part of the dashboard could not be loaded.', { cause: error })
  }
}

/**
 * The same for code that is not loaded by `loadPart`: popups, dialogs, charts. Vite fires this event for each missing
 * file.
 */
export function reloadOnMissingFiles(): void {
  window.addEventListener('vite:preloadError', () => void reloadForMissingFile())
}
