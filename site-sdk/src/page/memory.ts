/** What this browser remembers about its visitor between pages. A visitor without storage is asked again on each page. */

export interface Memory {
  /** How often the visitor has declined, and when last. */
  declined: number
  declinedAt: number
  /** The visitor left by choice: nothing brings the subscription back but another choice. */
  hasLeft: boolean
  /** The subscription that the server knows, and since when. */
  endpoint: string | null
  reportedAt: number
  /** What the server calls this browser. */
  device: string | null
  /** Whom the site has proved the visitor of that subscription to be. */
  identified: string | null
  /** Who asks for a package of Safari's, a UUID of this browser's own. */
  visitor: string | null
}

const NOTHING: Memory = {
  declined: 0,
  declinedAt: 0,
  hasLeft: false,
  endpoint: null,
  reportedAt: 0,
  device: null,
  identified: null,
  visitor: null,
}

const keyOf = (appId: string): string => `notifly:${appId}`

/** The stored memory; empty where storage is forbidden or contains invalid data. */
export function recall(appId: string): Memory {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(keyOf(appId)) ?? '{}') as Partial<Memory>) }
  } catch {
    return NOTHING
  }
}

export function remember(appId: string, change: Partial<Memory>): void {
  try {
    localStorage.setItem(keyOf(appId), JSON.stringify({ ...recall(appId), ...change }))
  } catch {
    // Forbidden or full: the visitor is asked anew.
  }
}

const DAY_MS = 86_400_000
/** Days between a refusal and the next question; the last number applies from then on. The dashboard shows the same numbers. */
export const ASK_AGAIN_DAYS = [3, 7, 30] as const

/** Whether a prompt may open automatically. */
export function mayAsk({ declined, declinedAt }: Pick<Memory, 'declined' | 'declinedAt'>, nowMs: number): boolean {
  if (declined === 0) return true
  const days = ASK_AGAIN_DAYS[Math.min(declined, ASK_AGAIN_DAYS.length) - 1] ?? ASK_AGAIN_DAYS[0]
  return nowMs >= declinedAt + days * DAY_MS
}

/** Whether the script should report again that a subscription still exists. */
export function isDue(
  { endpoint, reportedAt }: Pick<Memory, 'endpoint' | 'reportedAt'>,
  current: string,
  nowMs: number,
): boolean {
  return endpoint !== current || nowMs >= reportedAt + DAY_MS
}
