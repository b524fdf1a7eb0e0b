import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { BLANK, type Draft, type DraftTree, type Fault, faultOf, fromRules, toRules, withoutBlanks } from './drafts.ts'
import { clearStoredRules, storeRules, readKeptRules } from './stored-rules.ts'
import { group, isGroup, leaf, leavesOf, type RuleNode } from './rule-tree.ts'
import { nameFault, NO_REFUSAL, type Refusal, refusalOf, writeSegment } from './save-segment.ts'
import { type Undoable, useHistory } from './use-history.ts'
import { type RuleActing, useRuleActs } from './use-rule-acts.ts'

export interface EditedSegment {
  /** Absent for a new segment. */
  uuid?: string | undefined
  /** The saved name and rules. */
  name: string
  rules: RuleGroup | null
  /** Content of a rejected request, to fill in the form. */
  request?: { name: string | undefined; rules: RuleGroup | undefined } | undefined
  reopens: { reopens?: string }
}

export interface SegmentEditor extends RuleActing {
  name: string
  rename: (name: string) => void
  nameError: string | undefined
  history: Undoable<DraftTree>
  /** The error to show at a condition. */
  errorAt: (id: string) => Fault | undefined
  /** Saving was refused because there are no conditions. */
  isEmpty: boolean
  /** An error from the server that belongs to no field. */
  failure: ApiError | undefined
  /** When the unsaved rules were last stored in this browser, in epoch seconds. */
  keptOn: number | undefined
  /** The unsaved rules come from an earlier visit. */
  isRestored: boolean
  isDirty: boolean
  isSaving: boolean
  /** Resolves to the outcome; undefined if the segment is invalid or was refused. */
  save: () => Promise<{ uuid: string | undefined } | undefined>
  discard: () => void
}

/** The editor's state: name and rules, with undo, local storage of unsaved changes, validation and saving. */
export function useSegmentEditor(edited: EditedSegment, root: RefObject<HTMLElement | null>): SegmentEditor {
  const { uuid } = edited
  const slug = useSlug()
  const [start] = useState(() => startOf(edited, slug))
  const [name, setName] = useState(start.name)
  const history = useHistory(() => start.tree)
  const acting = useRuleActs(history, root)
  const tree = history.value
  const isDirty = name !== edited.name || serialize(tree) !== serialize(savedTree(edited.rules))
  const kept = useKeptRules({ uuid, name, tree, isDirty, restoredFrom: start.keptOn })
  const saving = useSaving({ edited, name, tree, root, touchAll: acting.touchAll, onSaved: kept.forget })
  const { refusal } = saving
  const errorAt = (id: string) => {
    const node = leavesOf(tree).find(each => each.id === id)
    const refused = node && refusal.faults.get(node.condition)
    if (refused) return refused
    const fault = node && faultOf(node.condition)
    return fault && (acting.touched.has(id) || fault.said !== undefined) ? fault : undefined
  }
  return {
    ...acting,
    name,
    rename: next => {
      setName(next)
      saving.forgive()
    },
    nameError: refusal.nameError,
    history,
    errorAt,
    isEmpty: refusal.isEmpty === true && leavesOf(tree).length === 0,
    failure: refusal.failure,
    keptOn: kept.keptOn,
    isRestored: kept.isRestored,
    isDirty,
    isSaving: saving.isSaving,
    save: saving.save,
    discard: () => {
      kept.forget()
      setName(edited.name)
      saving.forgive()
      history.reset(savedTree(edited.rules))
    },
  }
}

interface SavingInput {
  edited: EditedSegment
  name: string
  tree: DraftTree
  root: RefObject<HTMLElement | null>
  touchAll: () => void
  onSaved: () => void
}

/** Validates and saves. Errors are shown at their fields, and the first one gets the focus. */
function useSaving({ edited, name, tree, root, touchAll, onSaved }: SavingInput) {
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState(NO_REFUSAL)
  const refuse = (why: Refusal) => {
    setRefusal(why)
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus(),
    )
    return undefined
  }
  const save = async () => {
    const nameError = nameFault(name)
    const written = withoutBlanks(tree)
    const sent = written.children.length > 0 ? written : tree
    const drafts = leavesOf(sent).map(({ condition }) => condition)
    const isEmpty = drafts.length === 0
    touchAll()
    if (nameError !== undefined || isEmpty || drafts.some(draft => faultOf(draft) !== undefined))
      return refuse({ ...NO_REFUSAL, nameError, isEmpty })
    setRefusal(NO_REFUSAL)
    setSaving(true)
    try {
      const { uuid, reopens, name: nameBefore } = edited
      const saved = await writeSegment({ uuid, name: name.trim(), rules: toRules(sent), nameBefore, reopens })
      onSaved()
      return saved
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refuse(refusalOf(error, sent))
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, refusal, save, forgive: () => setRefusal(NO_REFUSAL) }
}

interface Start {
  name: string
  tree: DraftTree
  keptOn?: number
}

function startOf({ uuid, name, rules, request }: EditedSegment, slug: string): Start {
  if (request) return { name: request.name ?? name, tree: savedTree(request.rules ?? rules) }
  return readKeptRules(slug, uuid) ?? { name, tree: savedTree(rules) }
}

/** A new segment starts with one blank condition. */
function savedTree(rules: RuleGroup | null): DraftTree {
  return rules ? fromRules(rules) : group<Draft>('all', [leaf<Draft>(BLANK)])
}

/** The tree without ids, as a string for comparison. */
function serialize(tree: DraftTree): string {
  const strip = (node: RuleNode<Draft>): unknown =>
    isGroup(node) ? [node.match, ...node.children.map(strip)] : node.condition
  return JSON.stringify(strip(tree))
}

interface KeptRulesInput {
  uuid: string | undefined
  name: string
  tree: DraftTree
  isDirty: boolean
  /** When the rules restored at the start had been stored, in epoch seconds. */
  restoredFrom: number | undefined
}

const KEEP_AFTER_MS = 500

/** Stores unsaved changes in this browser. */
function useKeptRules({ uuid, name, tree, isDirty, restoredFrom }: KeptRulesInput) {
  const slug = useSlug()
  const [keptOn, setKeptOn] = useState(restoredFrom)
  const [isRestored, setRestored] = useState(restoredFrom !== undefined)
  const [isDiscarded, setDiscarded] = useState(false)
  const isNeeded = isDirty && !isDiscarded
  useEffect(() => {
    if (!isNeeded) return
    const keep = () => {
      const now = Math.floor(Date.now() / 1000)
      if (storeRules(slug, uuid, { name, tree, keptOn: now })) setKeptOn(now)
    }
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [slug, uuid, name, tree, isNeeded])
  // The rules match the saved ones again, so the stored copy is obsolete.
  useEffect(() => {
    if (!isDirty) clearStoredRules(slug, uuid)
  }, [slug, uuid, isDirty])
  const forget = useCallback(() => {
    setDiscarded(true)
    setRestored(false)
    setKeptOn(undefined)
    clearStoredRules(slug, uuid)
    // Changes after a discard are stored again.
    setTimeout(() => setDiscarded(false))
  }, [slug, uuid])
  return useMemo(
    () => ({ keptOn: isDirty ? keptOn : undefined, isRestored: isRestored && isDirty, forget }),
    [keptOn, isRestored, isDirty, forget],
  )
}
