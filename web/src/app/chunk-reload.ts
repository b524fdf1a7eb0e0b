/** After a deployment an open page asks for files that are gone: the whole page is loaded anew, once a minute at most. */
const KEY = 'chunk-reload'
const GUARD_MS = 60_000

/** True when the page is about to be replaced; false when that was tried within the last minute. */
export function reloadForMissingFile(now: number = Date.now(), reload = () => window.location.reload()): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (now - last < GUARD_MS) return false
  sessionStorage.setItem(KEY, String(now))
  reload()
  return true
}

/** Loads a part of the dashboard; a part that is gone reloads the page instead of failing. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    // The old page stands still until the new one is there.
    if (reloadForMissingFile()) return new Promise<never>(() => undefined)
    throw new Error('A part of the dashboard could not be loaded.', { cause: error })
  }
}
