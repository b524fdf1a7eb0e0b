import { useEffect, useRef } from 'react'
import { withoutBlock, neighbourOf } from './model/places.ts'
import { useVisualShared } from './visual-context.ts'

/** Undo and redo of the whole mail, but inside of inputs, which have their own; Delete removes the chosen block. */
export function useUndoKeys(): void {
  const { visual, mayWrite } = useVisualShared()
  const latest = useRef(visual)
  useEffect(() => {
    latest.current = visual
  })
  useEffect(() => {
    if (!mayWrite) return
    const listen = (event: KeyboardEvent) => {
      const target = event.composedPath()[0]
      const { undo, redo, chosen, edit } = latest.current
      if (target instanceof Element && target.closest('input, textarea, .cm-editor')) return
      const key = event.key.toLowerCase()
      const isMod = (event.ctrlKey || event.metaKey) && !event.altKey
      if (isMod && key === 'z') (event.shiftKey ? redo : undo)()
      else if (isMod && key === 'y') redo()
      else if (target === document.body && chosen !== null && (key === 'delete' || key === 'backspace')) {
        edit(root => withoutBlock(root, chosen), { chosen: neighbourOf(latest.current.root, chosen) })
      } else return
      event.preventDefault()
    }
    // Before the browser's own undo of a text that is written.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [mayWrite])
}
