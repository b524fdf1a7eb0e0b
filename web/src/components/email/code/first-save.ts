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

/** Editors that are removed from now on pass their state to others with the same text. */
export function beginHandover(): void {
  isHandingOver = true
  kept.clear()
}

/** Called when the next page is shown. */
export function endHandover(): void {
  isHandingOver = false
}

/** Drops state that no editor has restored. */
export function clearHandover(): void {
  kept.clear()
}

/** Called when an editor is removed; `key` identifies it. */
export function handOver(key: string, { state, hasFocus }: EditorView): void {
  if (isHandingOver) kept.set(key, { state, hasFocus })
}

/** The state of the previous editor; undefined if there was none with this text. */
export function takeOver(key: string, text: string): Kept | undefined {
  const found = kept.get(key)
  kept.delete(key)
  return found?.state.doc.toString() === text ? found : undefined
}
