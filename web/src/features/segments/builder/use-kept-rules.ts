import { useCallback, useEffect, useMemo, useState } from 'react'
import type { DraftTree } from './drafts.ts'
import { forgetRules, keepRules } from './kept-rules.ts'

export interface Keeping {
  slug: string
  uuid: string | undefined
  name: string
  tree: DraftTree
  isDirty: boolean
  /** When what was restored at the start had been kept. */
  restoredFrom: number | undefined
}

const KEEP_AFTER_MS = 500

/** Keeps what is not saved yet in this browser. */
export function useKeptRules({ slug, uuid, name, tree, isDirty, restoredFrom }: Keeping) {
  const [keptOn, setKeptOn] = useState(restoredFrom)
  const [isRestored, setRestored] = useState(restoredFrom !== undefined)
  const [isOver, setOver] = useState(false)
  const isNeeded = isDirty && !isOver
  useEffect(() => {
    if (!isNeeded) return
    const keep = () => {
      const now = Math.floor(Date.now() / 1000)
      if (keepRules(slug, uuid, { name, tree, keptOn: now })) setKeptOn(now)
    }
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [slug, uuid, name, tree, isNeeded])
  // The same rules as saved, again: there is nothing to keep.
  useEffect(() => {
    if (!isDirty) forgetRules(slug, uuid)
  }, [slug, uuid, isDirty])
  const forget = useCallback(() => {
    setOver(true)
    setRestored(false)
    setKeptOn(undefined)
    forgetRules(slug, uuid)
    // What is typed after a discard is kept again.
    setTimeout(() => setOver(false))
  }, [slug, uuid])
  return useMemo(
    () => ({ keptOn: isDirty ? keptOn : undefined, isRestored: isRestored && isDirty, forget }),
    [keptOn, isRestored, isDirty, forget],
  )
}
