import { RULES_COUNT_MAX, RULES_DEPTH_MAX } from '@notifly/contracts/segments/rules'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleActs } from './builder.ts'
import { BLANK, type Draft, type DraftTree } from './drafts.ts'
import * as rules from './rule-tree.ts'
import type { Undoable } from './use-history.ts'

export interface RuleActing {
  acts: RuleActs
  /** What was just done, for screen readers. */
  said: string
  touched: ReadonlySet<string>
  touchAll: () => void
}

/** Actions on the tree. Each one sets the focus where work continues, and announces what was done. */
export function useRuleActs(history: Undoable<DraftTree>, root: RefObject<HTMLElement | null>): RuleActing {
  const { t } = useTranslation('segments')
  const { value: tree, change, undo, redo } = history
  const [said, setSaid] = useState('')
  const [touched, setTouched] = useTouched(root)
  const focus = useFocusAfter(tree, root)
  const say = useCallback((what: string) => setSaid(t(`said.${what}`)), [t])
  const acts = useMemo(
    (): RuleActs => ({
      ...addingActs(change, focus, say),
      ...movingActs(change, focus, say),
      write: (id, draft, about) => change(now => rules.changeCondition(now, id, draft), about && `${id} ${about}`),
      match: (id, match) => change(now => rules.changeMatch(now, id, match)),
      undo: () => {
        undo()
        say('undone')
      },
      redo: () => {
        redo()
        say('redone')
      },
    }),
    [change, undo, redo, focus, say],
  )
  const touchAll = useCallback(() => setTouched(new Set(rules.leavesOf(tree).map(({ id }) => id))), [tree, setTouched])
  return { acts, said, touched, touchAll }
}

/** Ids of conditions that the author has visited and left. Only these report missing values. */
function useTouched(root: RefObject<HTMLElement | null>) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const element = root.current
    const leave = ({ target, relatedTarget: next }: FocusEvent) => {
      const place = (target as Element).closest<HTMLElement>('[data-rule]')
      const id = place?.dataset['rule']
      // A condition's lists and calendars are rendered elsewhere in the document.
      if (!id || !(next instanceof Element) || place.contains(next) || next.closest(POPUPS)) return
      setTouched(before => (before.has(id) ? before : new Set(before).add(id)))
    }
    element?.addEventListener('focusout', leave)
    return () => element?.removeEventListener('focusout', leave)
  }, [root])
  return [touched, setTouched] as const
}

const POPUPS = '[role=listbox], [role=menu], [role=dialog]'

type Change = Undoable<DraftTree>['change']
type FocusAfter = ReturnType<typeof useFocusAfter>
type Say = (what: string) => void

/** Actions that add conditions, up to the maximum. */
function addingActs(change: Change, focus: FocusAfter, say: Say) {
  const put = (node: rules.RuleNode<Draft>, groupId: string, after?: string) => {
    change(now => withinCount(rules.insert(now, groupId, node, after), now))
    focus.on(rules.leavesOf(node)[0]?.id ?? node.id)
  }
  return {
    addCondition: (groupId: string, after?: string) => {
      put(rules.leaf<Draft>(BLANK), groupId, after)
      say('added')
    },
    addGroup: (groupId: string) => {
      put(rules.group<Draft>('any', [rules.leaf<Draft>(BLANK)]), groupId)
      say('grouped')
    },
    duplicate: (id: string) => {
      focus.stay(id)
      change(now => withinCount(rules.duplicate(now, id).root, now))
      say('duplicated')
    },
  }
}

/** Actions that move, wrap or remove nodes. */
function movingActs(change: Change, focus: FocusAfter, say: Say) {
  return {
    move: (id: string, direction: rules.Direction) => {
      focus.stay(id)
      change(now => rules.move(now, id, direction, RULES_DEPTH_MAX))
      say(direction)
    },
    wrap: (id: string) => {
      focus.stay(id)
      change(now => withinDepth(rules.wrap(now, id), now))
      say('grouped')
    },
    unwrap: (id: string) => {
      focus.stay(id)
      change(now => rules.unwrap(now, id))
      say('ungrouped')
    },
    remove: (id: string) => {
      focus.beside(id)
      change(now => rules.remove(now, id))
      say('removed')
    },
  }
}

function withinCount(next: DraftTree, before: DraftTree): DraftTree {
  return rules.leavesOf(next).length > RULES_COUNT_MAX ? before : next
}

function withinDepth(next: DraftTree, before: DraftTree): DraftTree {
  return rules.depthOf(next) > RULES_DEPTH_MAX ? before : next
}

const FOCUSABLE = 'input:not([tabindex="-1"], :disabled), button:not([tabindex="-1"], :disabled)'

/** Restores the focus after changes to the tree, which replace DOM elements. */
function useFocusAfter(tree: DraftTree, root: RefObject<HTMLElement | null>) {
  const pendingFocus = useRef<{ id: string | undefined; at: number }>(undefined)
  const latest = useRef(tree)
  useEffect(() => {
    latest.current = tree
    if (pendingFocus.current === undefined) return
    const { id, at } = pendingFocus.current
    pendingFocus.current = undefined
    const place = id === undefined ? root.current : elementOf(root.current, id)
    const targets = [...((place ?? root.current)?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
    ;(targets[at] ?? targets.at(-1))?.focus()
  }, [tree, root])
  return useMemo(
    () => ({
      /** Focuses the first control of a node. */
      on: (id: string) => {
        pendingFocus.current = { id, at: 0 }
      },
      /** Focuses the same control again, wherever its node moves. */
      stay: (id: string) => {
        const targets = [...(elementOf(root.current, id)?.querySelectorAll(FOCUSABLE) ?? [])]
        pendingFocus.current = { id, at: Math.max(0, targets.indexOf(document.activeElement ?? document.body)) }
      },
      /** Focuses the neighbour of a node that is removed. */
      beside: (id: string) => {
        const parent = rules.parentOf(latest.current, id)
        const at = parent?.children.findIndex(child => child.id === id) ?? -1
        const next = parent?.children[at + 1] ?? parent?.children[at - 1]
        pendingFocus.current = { id: next?.id ?? parent?.id, at: 0 }
      },
    }),
    [root],
  )
}

function elementOf(root: HTMLElement | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-rule="${id}"]`) ?? null
}
