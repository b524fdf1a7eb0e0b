/** The mail that is edited as blocks: its tree, what is chosen in it, and the way back. */
import { useEffect, useRef, useState } from 'react'
import { type ParseFault, parseMjml } from './mjml/parse.ts'
import { type ElementNode, find, print } from './mjml/tree.ts'

/** Steps that can be undone. */
const STEPS_MAX = 200
/** Changes to the same thing that follow each other this fast are one step. */
const ONE_STEP_MS = 1000

interface Step {
  root: ElementNode
  chosen: number | null
}

interface State extends Step {
  /** What the tree prints, to know when the text is somebody else's. */
  printed: string
  past: readonly Step[]
  future: readonly Step[]
  /** What the last change was about. */
  about: string
  changedMs: number
}

export interface Visual {
  root: ElementNode
  chosen: number | null
  choose: (id: number | null) => void
  /** Takes the changed tree; changes about the same thing in quick succession are undone together. */
  edit: (change: (root: ElementNode) => ElementNode, options?: { about?: string; chosen?: number | null }) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

export type VisualMail = { visual: Visual; fault?: undefined } | { visual?: undefined; fault: ParseFault }

/** Follows the text where others change it: a restored version, a problem that is mended. */
export function useVisual(mjml: string, onChange: (mjml: string) => void): VisualMail {
  const [first] = useState(() => stateOf(mjml))
  const [state, setState] = useState(first)
  let current = state
  const isOther = 'fault' in current ? current.source !== mjml : current.printed !== mjml
  if (isOther) {
    current = followed(current, mjml)
    setState(current)
  }
  // Of this very moment: an event may bring several changes before the page is drawn anew.
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  }, [current])
  if ('fault' in current) return { fault: current.fault }
  const take = (next: State) => {
    const isChanged = !('fault' in latest.current) && latest.current.printed !== next.printed
    latest.current = next
    setState(next)
    if (isChanged) onChange(next.printed)
  }
  const now = () => ('fault' in latest.current ? undefined : latest.current)
  return { visual: visualOf(current, now, take) }
}

type Followed = State | { fault: ParseFault; source: string }

function stateOf(mjml: string): Followed {
  const { root, fault } = parseMjml(mjml)
  if (fault) return { fault, source: mjml }
  return { root, printed: mjml, chosen: null, past: [], future: [], about: '', changedMs: 0 }
}

function followed(state: Followed, mjml: string): Followed {
  const next = stateOf(mjml)
  if ('fault' in next || 'fault' in state) return next
  return { ...next, chosen: samePlace(state, next.root), past: stepped(state) }
}

function stepped({ past, root, chosen }: State): readonly Step[] {
  return [...past, { root, chosen }].slice(-STEPS_MAX)
}

/** What stands where the chosen block was. */
function samePlace({ root, chosen }: State, next: ElementNode): number | null {
  const found = chosen === null ? undefined : find(root, chosen)
  if (!found) return null
  const ids = [...found.path, found.node].map(node => node.id)
  let node: ElementNode['children'][number] = next
  let old: ElementNode['children'][number] = root
  for (const id of ids.slice(1)) {
    if (old.kind === 'text' || node.kind === 'text') return null
    const at = old.children.findIndex(child => child.id === id)
    const [oldChild, child] = [old.children[at], node.children[at]]
    if (!oldChild || !child) return null
    old = oldChild
    node = child
  }
  return node.kind === 'text' ? null : node.id
}

function visualOf(shown: State, now: () => State | undefined, take: (next: State) => void): Visual {
  const act = (next: (state: State) => State | undefined) => {
    const state = now()
    const changed = state && next(state)
    if (changed) take(changed)
  }
  const goTo = (state: State, step: Step, rest: Pick<State, 'past' | 'future'>): State => {
    return { ...state, ...step, ...rest, printed: print(step.root), about: '', changedMs: 0 }
  }
  return {
    root: shown.root,
    chosen: shown.chosen !== null && find(shown.root, shown.chosen) ? shown.chosen : null,
    choose: id => act(state => ({ ...state, chosen: id })),
    edit: (change, { about = '', chosen } = {}) =>
      act(state => {
        const root = change(state.root)
        if (root === state.root) return undefined
        const changedMs = Date.now()
        const isSame = about !== '' && about === state.about && changedMs - state.changedMs < ONE_STEP_MS
        const past = isSame ? state.past : stepped(state)
        const next = chosen === undefined ? state.chosen : chosen
        return { root, printed: print(root), chosen: next, past, future: [], about, changedMs }
      }),
    undo: () =>
      act(state => {
        const { past, future, root, chosen } = state
        const step = past.at(-1)
        return step && goTo(state, step, { past: past.slice(0, -1), future: [{ root, chosen }, ...future] })
      }),
    redo: () =>
      act(state => {
        const [step, ...future] = state.future
        return step && goTo(state, step, { past: stepped(state), future })
      }),
    canUndo: shown.past.length > 0,
    canRedo: shown.future.length > 0,
  }
}
