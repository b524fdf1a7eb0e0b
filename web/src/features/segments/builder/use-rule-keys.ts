import type { KeyboardEvent } from 'react'
import type { RuleActs } from './builder.ts'
import type { DraftTree } from './drafts.ts'
import { isGroup, findNode, parentOf } from './rule-tree.ts'

/** The builder's keyboard shortcuts, for the handler and for the list that shows them. */
export const KEYS = {
  add: ['Alt', 'Enter'],
  up: ['Alt', '↑'],
  down: ['Alt', '↓'],
  group: ['Alt', 'G'],
  duplicate: ['Alt', 'D'],
  remove: ['Alt', 'X'],
  undo: ['Ctrl', 'Z'],
  redo: ['Ctrl', 'Shift', 'Z'],
} as const

export type KeyedAct = keyof typeof KEYS

/**
 * A handler for the capture phase, so that it runs before those of the controls. It compares `code`, the physical key,
 * because Alt changes the typed character on a Mac.
 */
export function ruleKeys(tree: DraftTree, acts: RuleActs): (event: KeyboardEvent) => void {
  return event => {
    const act = keyedAct(event)
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-rule]')?.dataset['rule']
    if (act === undefined || id === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run(act, id, tree, acts)
  }
}

function keyedAct({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): KeyedAct | undefined {
  if ((ctrlKey || metaKey) && !altKey) {
    if (code === 'KeyZ') return shiftKey ? 'redo' : 'undo'
    return code === 'KeyY' && !shiftKey ? 'redo' : undefined
  }
  if (!altKey || ctrlKey || metaKey) return undefined
  return BY_CODE[code]
}

const BY_CODE: Partial<Record<string, KeyedAct>> = {
  Enter: 'add',
  ArrowUp: 'up',
  ArrowDown: 'down',
  KeyG: 'group',
  KeyD: 'duplicate',
  KeyX: 'remove',
}

function run(act: KeyedAct, id: string, tree: DraftTree, acts: RuleActs): void {
  const node = findNode(tree, id)
  if (act === 'undo' || act === 'redo') return acts[act]()
  if (!node) return
  if (act === 'add') {
    const parent = isGroup(node) ? node : parentOf(tree, id)
    return acts.addCondition(parent?.id ?? tree.id, isGroup(node) ? undefined : id)
  }
  if (node === tree) return
  if (act === 'up' || act === 'down') return acts.move(id, act)
  if (act === 'group') return isGroup(node) ? acts.unwrap(id) : acts.wrap(id)
  acts[act](id)
}
