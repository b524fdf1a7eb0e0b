/** What this browser stores about its visitor. Without storage the visitor is asked again on each page. */

export interface Memory {
  /** How often the visitor declined, and when last, in milliseconds since 1970. */
  declined: number
  declinedAt: number
  /** The visitor unsubscribed. Only an explicit choice subscribes them again. */
  hasLeft: boolean
  /** The subscription that the server knows, and when it was last reported. */
  endpoint: string | null
  reportedAt: number
  /** The server's id of this browser. */
  device: string | null
  /** The visitor that was last reported for a subscription: their external id and the endpoint. */
  identified: string | null
  /** A UUID of this browser, for requesting a Safari push package. */
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

/** The stored memory; the defaults if storage is forbidden or holds invalid data. */
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
    // Storage is forbidden or full, so the visitor will be asked again.
  }
}

const DAY_MS = 86_400_000
/**
 * Days between a refusal and the next prompt; the last number applies from the third refusal on. The dashboard shows
 * the same numbers.
 */
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
