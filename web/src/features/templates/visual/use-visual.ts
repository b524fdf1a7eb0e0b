/** The mail that is edited as blocks: its tree, what is chosen in it, and the way back. */
import { useEffect, useRef, useState } from 'react'
import { type ParseFault, parseMjml } from './mjml/parse.ts'
import { type ElementNode, find, type MjmlNode, print } from './mjml/tree.ts'

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

interface EditOptions {
  about?: string
  /** What is chosen afterwards. */
  chosen?: number | null
}

export interface Visual {
  root: ElementNode
  chosen: number | null
  choose: (id: number | null) => void
  /** Takes the changed tree; changes about the same thing in quick succession are undone together. */
  edit: (change: (root: ElementNode) => ElementNode, options?: EditOptions) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
}

export type VisualMail = { visual: Visual; fault?: undefined } | { visual?: undefined; fault: ParseFault }

/** A new mail with its history: the first save leads to a page of its own, where it goes on. */
let unsaved: Followed | undefined

/** Follows the text where others change it: a restored version, a problem that is mended. */
export function useVisual(mjml: string, onChange: (mjml: string) => void, uuid: string | undefined): VisualMail {
  const [state, setState] = useState(() => continued(mjml, uuid) ?? stateOf(mjml))
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
    unsaved = uuid === undefined ? current : undefined
  }, [current, uuid])
  const act = (next: (now: State) => State | undefined) => {
    const now = latest.current
    const changed = 'fault' in now ? undefined : next(now)
    if ('fault' in now || !changed) return
    latest.current = changed
    setState(changed)
    if (now.printed !== changed.printed) onChange(changed.printed)
  }
  if ('fault' in current) return { fault: current.fault }
  const { root, chosen, past, future } = current
  return {
    visual: {
      root,
      chosen: chosen !== null && find(root, chosen) ? chosen : null,
      choose: id => act(now => ({ ...now, chosen: id })),
      edit: (change, options) => act(now => edited(now, change, options)),
      undo: () => act(undone),
      redo: () => act(redone),
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    },
  }
}

type Followed = State | { fault: ParseFault; source: string }

function stateOf(mjml: string): Followed {
  const { root, fault } = parseMjml(mjml)
  if (fault) return { fault, source: mjml }
  return { root, printed: mjml, chosen: null, past: [], future: [], about: '', changedMs: 0 }
}

function continued(mjml: string, uuid: string | undefined): Followed | undefined {
  if (uuid === undefined || unsaved === undefined || 'fault' in unsaved) return undefined
  return unsaved.printed === mjml ? unsaved : undefined
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
  let node: MjmlNode = next
  let old: MjmlNode = root
  for (const id of ids.slice(1)) {
    if (old.kind === 'text' || node.kind === 'text') return null
    const at = old.children.findIndex(child => child.id === id)
    const oldChild: MjmlNode | undefined = old.children[at]
    const child: MjmlNode | undefined = node.children[at]
    if (!oldChild || !child) return null
    old = oldChild
    node = child
  }
  return node.kind === 'text' ? null : node.id
}

function edited(
  state: State,
  change: (root: ElementNode) => ElementNode,
  options: EditOptions = {},
): State | undefined {
  const { about = '', chosen = state.chosen } = options
  const root = change(state.root)
  if (root === state.root) return undefined
  const changedMs = Date.now()
  const isSame = about !== '' && about === state.about && changedMs - state.changedMs < ONE_STEP_MS
  return {
    root,
    printed: print(root),
    chosen,
    past: isSame ? state.past : stepped(state),
    future: [],
    about,
    changedMs,
  }
}

function undone(state: State): State | undefined {
  const { past, future, root, chosen } = state
  const step = past.at(-1)
  return step && at(step, past.slice(0, -1), [{ root, chosen }, ...future])
}

function redone(state: State): State | undefined {
  const [step, ...future] = state.future
  return step && at(step, stepped(state), future)
}

function at(step: Step, past: readonly Step[], future: readonly Step[]): State {
  return { ...step, printed: print(step.root), past, future, about: '', changedMs: 0 }
}
