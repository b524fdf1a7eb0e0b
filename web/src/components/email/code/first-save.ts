/**
 * The first save of a new template opens its own page, where all editors are new. Each restores the state of the previous one: its undo
 * history, its cursor and the focus.
 */
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

interface Kept {
  state: EditorState
  hasFocus: boolean
}

const kept = new Map<string, Kept>()
let isHandingOver = false

/** The editors that are removed from now on are followed by others with their texts. */
export function beginHandover(): void {
  isHandingOver = true
  kept.clear()
}

/** The page that follows is shown. */
export function endHandover(): void {
  isHandingOver = false
}

/** Drops what no editor took over. */
export function clearHandover(): void {
  kept.clear()
}

/** An editor is removed; `key` says which one it is. */
export function handOver(key: string, { state, hasFocus }: EditorView): void {
  if (isHandingOver) kept.set(key, { state, hasFocus })
}

/** What the editor before this one had; undefined where there was none with this text. */
export function takeOver(key: string, text: string): Kept | undefined {
  const found = kept.get(key)
  kept.delete(key)
  return found?.state.doc.toString() === text ? found : undefined
}
