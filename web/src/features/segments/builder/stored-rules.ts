/** Unsaved rules, stored in this browser so that they survive a closed tab or a crash. */
import { RULES_DEPTH_MAX } from '@notifly/contracts/segments/rules'
import type { DraftTree } from './drafts.ts'
import { depthOf, isGroup, withNewIds } from './rule-tree.ts'

export interface StoredRules {
  name: string
  tree: DraftTree
  /** Epoch seconds. */
  keptOn: number
}

const keyOf = (slug: string, uuid: string | undefined) => `segment-rules:${slug}:${uuid ?? 'new'}`

/** The unsaved rules of this segment, if there are any. */
export function readKeptRules(slug: string, uuid: string | undefined): StoredRules | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(slug, uuid)) ?? 'null') as StoredRules | null
    if (typeof kept?.name !== 'string' || typeof kept.keptOn !== 'number' || !Array.isArray(kept.tree.children)) return
    const tree = withNewIds(kept.tree)
    return isGroup(tree) && depthOf(tree) <= RULES_DEPTH_MAX ? { ...kept, tree } : undefined
  } catch {
    return undefined
  }
}

/** False if the browser's storage is full or disabled. */
export function storeRules(slug: string, uuid: string | undefined, kept: StoredRules): boolean {
  try {
    localStorage.setItem(keyOf(slug, uuid), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function clearStoredRules(slug: string, uuid: string | undefined): void {
  localStorage.removeItem(keyOf(slug, uuid))
}
