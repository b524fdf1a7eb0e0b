// One dialog at a time: one that opens while another is open takes its place, and gives it back when it closes.
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Open dialogs, the newest last. */
let stack: readonly symbol[] = []
const listeners = new Set<() => void>()

/** Whether a newer dialog stands in the place of this one. It keeps all it holds meanwhile, hidden. */
export function useIsCovered(isOpen: boolean): boolean {
  const [self] = useState(() => Symbol('dialog'))
  useLayoutEffect(() => {
    if (!isOpen) return
    change([...stack, self])
    return () => change(stack.filter(each => each !== self))
  }, [isOpen, self])
  return useSyncExternalStore(subscribe, () => stack.includes(self) && stack.at(-1) !== self)
}

function change(next: readonly symbol[]): void {
  stack = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
