/** A value with undo and redo. */
import { useCallback, useMemo, useReducer } from 'react'

export interface History<Value> {
  value: Value
  past: readonly Value[]
  future: readonly Value[]
  /** What the last change was about. Consecutive changes about the same thing form one step. */
  about: string | undefined
}

type Act<Value> =
  | { kind: 'change'; change: (value: Value) => Value; about: string | undefined }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'reset'; value: Value }

/** How many steps can be undone. */
const STEPS_MAX = 100

/**
 * One transition of the history. Consecutive changes with the same `about` form one step, such as typing into one
 * field.
 */
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
  /** Starts over with another value and drops all history. */
  reset: (value: Value) => void
}

/** A value whose changes can be undone and redone. */
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
