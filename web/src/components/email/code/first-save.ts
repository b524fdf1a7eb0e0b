/**
 * The first save of a new template leads to a page of its own, where all editors are new. They go on where those before them were:
 * with their steps to undo, their cursor and the focus.
 */
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

interface Left {
  state: EditorState
  hasFocus: boolean
}

const left = new Map<string, Left>()
let isLeading = false

/** The editors that go now are followed by others with their texts. */
export function beginLeading(): void {
  isLeading = true
  left.clear()
}

/** The page that follows is there. */
export function endLeading(): void {
  isLeading = false
}

/** What was not taken up by then is nothing to go on with. */
export function forgetLeft(): void {
  left.clear()
}

/** An editor goes; `key` says which one it is. */
export function leaveBehind(key: string, { state, hasFocus }: EditorView): void {
  if (isLeading) left.set(key, { state, hasFocus })
}

/** What the editor before this one had; undefined where there was none with this text. */
export function takeUp(key: string, text: string): Left | undefined {
  const found = left.get(key)
  left.delete(key)
  return found?.state.doc.toString() === text ? found : undefined
}
