import {
  createSegment,
  listContacts,
  listSegments,
  readSegment,
  segmentName,
  updateSegment,
} from '@notifly/contracts/audience'
import { RULES_COUNT_MAX, type RuleGroup } from '@notifly/contracts/rules'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { callFully } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { serverText } from '../../locales/server-text.ts'
import { BLANK, type Draft, type DraftTree, type Fault, faultOf, fromRules, nodeAt, toRules } from './drafts.ts'
import { forgetRules, keepRules, readKeptRules } from './kept-rules.ts'
import { group, isGroup, leaf, leavesOf, type RuleNode } from './rule-tree.ts'
import { type Undoable, useHistory } from './use-history.ts'
import { type RuleActing, useRuleActs } from './use-rule-acts.ts'

export interface EditedSegment {
  slug: string
  /** Absent for a new one. */
  uuid?: string | undefined
  /** What is saved now. */
  name: string
  rules: RuleGroup | null
  /** A rejected request that fills the form in. */
  request?: { name: string | undefined; rules: RuleGroup | undefined } | undefined
  reopens: { reopens?: string }
}

export interface SegmentEditor extends RuleActing {
  name: string
  rename: (name: string) => void
  nameError: string | undefined
  history: Undoable<DraftTree>
  /** What is to be said at a condition now. */
  faultAt: (id: string) => Fault | undefined
  /** What the server said of the rules as a whole. */
  failure: ApiError | undefined
  /** Epoch seconds of when unsaved rules were last kept in this browser. */
  keptOn: number | undefined
  /** They come from an earlier visit. */
  isRestored: boolean
  isDirty: boolean
  isSaving: boolean
  /** Answers how it ended; undefined where something is still wrong. */
  save: () => Promise<{ uuid: string | undefined } | undefined>
  discard: () => void
}

/** Name and rules of a segment while they are edited: kept in the browser, checked, saved. */
export function useSegmentEditor(edited: EditedSegment, root: RefObject<HTMLElement | null>): SegmentEditor {
  const { slug, uuid, reopens } = edited
  const [start] = useState(() => startOf(edited))
  const [name, setName] = useState(start.name)
  const history = useHistory(() => start.tree)
  const acting = useRuleActs(history, root)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({ faults: new Map() })
  const tree = history.value
  const isDirty = name !== edited.name || plain(tree) !== plain(savedTree(edited.rules))
  const { keptOn, isRestored, forget } = useKept({ slug, uuid, name, tree, isDirty, start })

  const faultAt = (id: string) => {
    const node = leavesOf(tree).find(each => each.id === id)
    const said = node && refusal.faults.get(node.condition)
    if (said) return said
    const fault = node && faultOf(node.condition)
    return fault && (acting.touched.has(id) || fault.message !== undefined) ? fault : undefined
  }
  const save = async () => {
    const nameError = nameFault(name)
    setRefusal({ faults: new Map(), nameError })
    acting.touchAll()
    const hasFault = leavesOf(tree).some(({ condition }) => faultOf(condition) !== undefined)
    if (nameError !== undefined || hasFault || leavesOf(tree).length > RULES_COUNT_MAX) {
      focusFirstFault(root)
      return undefined
    }
    setSaving(true)
    try {
      const saved = await write({ uuid, name: name.trim(), rules: toRules(tree), before: edited, reopens })
      forget()
      return saved
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(refusalOf(error, tree))
      focusFirstFault(root)
      return undefined
    } finally {
      setSaving(false)
    }
  }
  return {
    ...acting,
    name,
    rename: next => {
      setName(next)
      setRefusal(({ nameError: _, ...rest }) => rest)
    },
    nameError: refusal.nameError,
    history,
    faultAt,
    failure: refusal.failure,
    keptOn,
    isRestored,
    isDirty,
    isSaving,
    save,
    discard: () => {
      forget()
      setName(edited.name)
      setRefusal({ faults: new Map() })
      history.reset(savedTree(edited.rules))
    },
  }
}

interface Start {
  name: string
  tree: DraftTree
  keptOn?: number
}

function startOf({ slug, uuid, name, rules, request }: EditedSegment): Start {
  if (request) return { name: request.name ?? name, tree: savedTree(request.rules ?? rules) }
  return readKeptRules(slug, uuid) ?? { name, tree: savedTree(rules) }
}

/** A new segment begins with one condition to fill in. */
function savedTree(rules: RuleGroup | null): DraftTree {
  return rules ? fromRules(rules) : group<Draft>('all', [leaf<Draft>(BLANK)])
}

/** The tree without its ids, to compare. */
function plain(tree: DraftTree): string {
  const strip = (node: RuleNode<Draft>): unknown =>
    isGroup(node) ? [node.match, ...node.children.map(strip)] : node.condition
  return JSON.stringify(strip(tree))
}

interface Refusal {
  nameError?: string | undefined
  /** By the very condition that was refused: one that is written anew is judged anew. */
  faults: ReadonlyMap<Draft, Fault>
  failure?: ApiError
}

function nameFault(name: string): string | undefined {
  const result = segmentName.safeParse(name)
  return result.success ? undefined : serverText(result.error.issues[0]?.message ?? '')
}

/** Each complaint at its condition; what belongs to none stands above the rules. */
function refusalOf(error: ApiError, tree: DraftTree): Refusal {
  const faults = new Map<Draft, Fault>()
  let nameError: string | undefined
  for (const { field, message } of error.errors) {
    const draft = leavesOf(tree).find(({ id }) => id === nodeAt(tree, field))?.condition
    if (field === 'segment_name') nameError = serverText(message)
    else if (draft) faults.set(draft, { place: field.replace(/^.*\.rules\.\d+\.?/, ''), message })
  }
  const isPlaced = error.errors.length > 0 && error.errors.length === faults.size + (nameError === undefined ? 0 : 1)
  return { nameError, faults, ...(!isPlaced && { failure: error }) }
}

function focusFirstFault(root: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus())
}

interface Write {
  uuid: string | undefined
  name: string
  rules: RuleGroup
  before: EditedSegment
  reopens: { reopens?: string }
}

async function write({ uuid, name, rules, before, reopens }: Write): Promise<{ uuid: string | undefined }> {
  const body = { segment_name: name, rules, ...reopens }
  const changed = name === before.name ? { rules, ...reopens } : body
  const { data, makerChecker } =
    uuid === undefined
      ? await callFully(createSegment, { body })
      : await callFully(updateSegment, { query: { segment_uuid: uuid }, body: changed })
  await Promise.all([listSegments, readSegment, listContacts].map(each => refresh(each)))
  return { uuid: makerChecker ? uuid : data.segment_uuid }
}

interface Keeping {
  slug: string
  uuid: string | undefined
  name: string
  tree: DraftTree
  isDirty: boolean
  start: Start
}

const KEEP_AFTER_MS = 500

/** Keeps what is not saved yet in this browser. */
function useKept({ slug, uuid, name, tree, isDirty, start }: Keeping) {
  const [keptOn, setKeptOn] = useState(start.keptOn)
  const [isRestored, setRestored] = useState(start.keptOn !== undefined)
  const [isOver, setOver] = useState(false)
  const isNeeded = isDirty && !isOver
  useEffect(() => {
    if (!isNeeded) return
    const keep = () => {
      const now = Math.floor(Date.now() / 1000)
      if (keepRules(slug, uuid, { name, tree, keptOn: now })) setKeptOn(now)
    }
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [slug, uuid, name, tree, isNeeded])
  // The same rules as saved, again: there is nothing to keep.
  useEffect(() => {
    if (!isDirty) forgetRules(slug, uuid)
  }, [slug, uuid, isDirty])
  const forget = useCallback(() => {
    setOver(true)
    setRestored(false)
    setKeptOn(undefined)
    forgetRules(slug, uuid)
    // What is typed after a discard is kept again.
    setTimeout(() => setOver(false))
  }, [slug, uuid])
  return useMemo(
    () => ({ keptOn: isDirty ? keptOn : undefined, isRestored: isRestored && isDirty, forget }),
    [keptOn, isRestored, isDirty, forget],
  )
}
