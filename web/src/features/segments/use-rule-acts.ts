import { RULES_COUNT_MAX, RULES_DEPTH_MAX } from '@notifly/contracts/rules'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleActs } from './builder.ts'
import { BLANK, type Draft, type DraftTree } from './drafts.ts'
import * as rules from './rule-tree.ts'
import type { Undoable } from './use-history.ts'

export interface RuleActing {
  acts: RuleActs
  /** What just happened, for screen readers. */
  said: string
  touched: ReadonlySet<string>
  touchAll: () => void
}

/** Acts on the tree. After each the focus is where the work goes on, and what happened is said. */
export function useRuleActs(history: Undoable<DraftTree>, root: RefObject<HTMLElement | null>): RuleActing {
  const { t } = useTranslation('segments')
  const { value: tree, change, undo, redo } = history
  const [said, setSaid] = useState('')
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const focus = useFocusAfter(tree, root)
  const say = useCallback((what: string) => setSaid(t(`said.${what}`)), [t])
  const touch = useCallback(
    (id: string) => setTouched(before => (before.has(id) ? before : new Set(before).add(id))),
    [],
  )
  const acts = useMemo((): RuleActs => {
    const put = (node: rules.RuleNode<Draft>, groupId: string, after?: string) => {
      change(now => (rules.leavesOf(now).length >= RULES_COUNT_MAX ? now : rules.insert(now, groupId, node, after)))
      focus.on(rules.leavesOf(node)[0]?.id ?? node.id)
    }
    return {
      touch,
      write: (id, draft, about) => change(now => rules.changeCondition(now, id, draft), about && `${id} ${about}`),
      match: (id, match) => change(now => rules.changeMatch(now, id, match)),
      addCondition: (groupId, after) => {
        put(rules.leaf<Draft>(BLANK), groupId, after)
        say('added')
      },
      addGroup: groupId => {
        put(rules.group<Draft>('any', [rules.leaf<Draft>(BLANK)]), groupId)
        say('grouped')
      },
      move: (id, direction) => {
        focus.stay(id)
        change(now => rules.move(now, id, direction, RULES_DEPTH_MAX))
        say(direction)
      },
      wrap: id => {
        focus.stay(id)
        change(now => atMostDeep(rules.wrap(now, id), now))
        say('grouped')
      },
      unwrap: id => {
        change(now => rules.unwrap(now, id))
        focus.stay(id)
        say('ungrouped')
      },
      duplicate: id => {
        change(now => {
          const copy = rules.duplicate(now, id)
          return rules.leavesOf(copy.root).length > RULES_COUNT_MAX ? now : copy.root
        })
        focus.stay(id)
        say('duplicated')
      },
      remove: id => {
        focus.beside(id)
        change(now => rules.remove(now, id))
        say('removed')
      },
      undo: () => {
        undo()
        say('undone')
      },
      redo: () => {
        redo()
        say('redone')
      },
    }
  }, [change, undo, redo, focus, say, touch])
  const touchAll = useCallback(() => setTouched(new Set(rules.leavesOf(tree).map(({ id }) => id))), [tree])
  return { acts, said, touched, touchAll }
}

function atMostDeep(next: DraftTree, before: DraftTree): DraftTree {
  return rules.depthOf(next) > RULES_DEPTH_MAX ? before : next
}

const FOCUSABLE = 'input:not([tabindex="-1"], :disabled), button:not([tabindex="-1"], :disabled)'

/** Keeps the focus through changes of the tree, which take elements away and draw them elsewhere. */
function useFocusAfter(tree: DraftTree, root: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ id: string | undefined; at: number }>(undefined)
  const latest = useRef(tree)
  useEffect(() => {
    latest.current = tree
    if (wanted.current === undefined) return
    const { id, at } = wanted.current
    wanted.current = undefined
    const place = id === undefined ? root.current : elementOf(root.current, id)
    const targets = [...((place ?? root.current)?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
    ;(targets[at] ?? targets.at(-1))?.focus()
  }, [tree, root])
  return useMemo(
    () => ({
      /** On the first control of a node. */
      on: (id: string) => {
        wanted.current = { id, at: 0 }
      },
      /** On the same control of the same node, wherever that goes. */
      stay: (id: string) => {
        const targets = [...(elementOf(root.current, id)?.querySelectorAll(FOCUSABLE) ?? [])]
        wanted.current = { id, at: Math.max(0, targets.indexOf(document.activeElement ?? document.body)) }
      },
      /** On what follows a node that goes. */
      beside: (id: string) => {
        const parent = rules.parentOf(latest.current, id)
        const at = parent?.children.findIndex(child => child.id === id) ?? -1
        const next = parent?.children[at + 1] ?? parent?.children[at - 1]
        wanted.current = { id: next?.id ?? parent?.id, at: 0 }
      },
    }),
    [root],
  )
}

function elementOf(root: HTMLElement | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-rule="${id}"]`) ?? null
}
