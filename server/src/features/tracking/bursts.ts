/** What only several hits together tell: who followed the hidden link, or all links at once, was a machine. */
import { TRAP_LINK_NO } from '../../lib/delivery-token.ts'
import type { BotReason } from './machines.ts'

/** Hits wait this long: within it a machine has shown itself. */
export const WINDOW_MS = 2_000

export interface Hit {
  hitId: string
  /** Null: the open pixel. */
  linkNo: number | null
  atMs: number
  botReason: BotReason | null
}

export interface Judged {
  hitId: string
  botReason: BotReason | null
}

/**
 * Judges the hits of one network on one message. Answers those that are due and those that are certainly a machine's; the
 * others wait on. `linkCount`: tracked links of the message; with a single one, following it is what people do.
 * `wasTrapped`: the network followed the hidden link of this message a moment ago.
 */
export function judge(
  hits: readonly Hit[],
  { linkCount, wasTrapped, dueMs }: { linkCount: number; wasTrapped: boolean; dueMs: number },
): Judged[] {
  const isTrapped = wasTrapped || hits.some(hit => hit.linkNo === TRAP_LINK_NO)
  const inBurst = isTrapped ? new Set<Hit>() : burstOf(hits, linkCount)
  return hits.flatMap(hit => {
    const reason = hit.botReason ?? (isTrapped ? 'trap' : inBurst.has(hit) ? 'burst' : null)
    const isSettled = hit.atMs <= dueMs || isTrapped || inBurst.has(hit)
    return isSettled ? [{ hitId: hit.hitId, botReason: reason }] : []
  })
}

/** All hits of the windows in which every link was followed. */
function burstOf(hits: readonly Hit[], linkCount: number): Set<Hit> {
  const found = new Set<Hit>()
  if (linkCount < 2) return found
  const sorted = [...hits].sort((a, b) => a.atMs - b.atMs)
  for (const [index, first] of sorted.entries()) {
    const window = sorted.slice(index).filter(hit => hit.atMs <= first.atMs + WINDOW_MS)
    const links = new Set(window.flatMap(hit => (hit.linkNo === null ? [] : [hit.linkNo])))
    if (links.size >= linkCount) for (const hit of window) found.add(hit)
  }
  return found
}
