/** A value with undo and redo. */
import { useCallback, useMemo, useReducer } from 'react'

export interface History<Value> {
  value: Value
  past: readonly Value[]
  future: readonly Value[]
  /** What the last change was about; a change about the same thing belongs to the same step. */
  about: string | undefined
}

type Act<Value> =
  | { kind: 'change'; change: (value: Value) => Value; about: string | undefined }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'reset'; value: Value }

/** Steps that can be taken back. */
const STEPS_MAX = 100

/** Pure step of a history. Typing into one field is one step: changes with the same `about` follow each other. */
export function step<Value>(history: History<Value>, act: Act<Value>): History<Value> {
  const { value, past, future } = history
  if (act.kind === 'reset') return { value: act.value, past: [], future: [], about: undefined }
  if (act.kind === 'undo') {
    const before = past.at(-1)
    if (before === undefined) return history
    return { value: before, past: past.slice(0, -1), future: [value, ...future], about: undefined }
  }
  if (act.kind === 'redo') {
    const [next, ...rest] = future
    return next === undefined ? history : { value: next, past: [...past, value], future: rest, about: undefined }
  }
  const next = act.change(value)
  if (next === value) return history
  const isSameStep = act.about !== undefined && act.about === history.about
  return { value: next, past: isSameStep ? past : [...past, value].slice(-STEPS_MAX), future: [], about: act.about }
}

export interface Undoable<Value> {
  value: Value
  change: (change: (value: Value) => Value, about?: string) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  /** Begins anew with another value; nothing before it can be brought back. */
  reset: (value: Value) => void
}

/** Keeps a value whose changes can be undone and done again. */
export function useHistory<Value>(initial: () => Value): Undoable<Value> {
  const [history, act] = useReducer(step<Value>, undefined, () => ({
    value: initial(),
    past: [],
    future: [],
    about: undefined,
  }))
  const change = useCallback(
    (how: (value: Value) => Value, about?: string) => act({ kind: 'change', change: how, about }),
    [],
  )
  const undo = useCallback(() => act({ kind: 'undo' }), [])
  const redo = useCallback(() => act({ kind: 'redo' }), [])
  const reset = useCallback((value: Value) => act({ kind: 'reset', value }), [])
  return useMemo(
    () => ({
      value: history.value,
      change,
      undo,
      redo,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      reset,
    }),
    [history, change, undo, redo, reset],
  )
}
