/** Saves a segment: validates it first, and maps the server's errors to fields. */
import {
  createSegment,
  listContacts,
  listSegments,
  readSegment,
  segmentName,
  updateSegment,
} from '@notifly/contracts/contacts/audience'
import type { RuleGroup } from '@notifly/contracts/segments/rules'
import type { ApiError } from '../../../api/api-error.ts'
import { callWithMeta } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { type Draft, type DraftTree, type Fault, nodeAt } from './drafts.ts'
import { leavesOf } from './rule-tree.ts'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'

export interface Refusal {
  /** There are no conditions. */
  isEmpty?: boolean
  nameError?: string | undefined
  /** Keyed by the refused draft itself, so that an edited condition loses its error. */
  faults: ReadonlyMap<Draft, Fault>
  failure?: ApiError
}

export const NO_REFUSAL: Refusal = { faults: new Map() }

/** The error in a name, in the reader's language; undefined if it is valid. */
export function nameFault(name: string): string | undefined {
  const result = segmentName.safeParse(name)
  const [issue] = result.error?.issues ?? []
  return issue && translateSentence(sentenceOfIssue(issue))
}

/** Assigns the server's errors to their conditions; `failure` is set if one of them belongs to no field. */
export function refusalOf(error: ApiError, tree: DraftTree): Refusal {
  const faults = new Map<Draft, Fault>()
  let nameError: string | undefined
  for (const { field, ...said } of error.errors) {
    const draft = leavesOf(tree).find(({ id }) => id === nodeAt(tree, field))?.condition
    if (field === 'segment_name') nameError = translateSentence(said)
    else if (draft) faults.set(draft, { place: field.replace(/^.*\.rules\.\d+\.?/, ''), said })
  }
  const isPlaced = error.errors.length > 0 && error.errors.length === faults.size + (nameError === undefined ? 0 : 1)
  return { nameError, faults, ...(!isPlaced && { failure: error }) }
}

export interface SegmentWrite {
  uuid: string | undefined
  name: string
  rules: RuleGroup
  /** The currently saved name. */
  nameBefore: string
  reopens: { reopens?: string }
}

/**
 * Creates or updates the segment and resolves to its id. If the change waits for approval, that is the existing id,
 * undefined for a new segment. Rejects with ApiError.
 */
export async function writeSegment(write: SegmentWrite): Promise<{ uuid: string | undefined }> {
  const { uuid, name, rules, nameBefore, reopens } = write
  const body = { segment_name: name, rules, ...reopens }
  const changed = name === nameBefore ? { rules, ...reopens } : body
  const { data, makerChecker } =
    uuid === undefined
      ? await callWithMeta(createSegment, { body })
      : await callWithMeta(updateSegment, { query: { segment_uuid: uuid }, body: changed })
  await Promise.all([listSegments, readSegment, listContacts].map(each => refresh(each)))
  return { uuid: makerChecker ? uuid : data.segment_uuid }
}
