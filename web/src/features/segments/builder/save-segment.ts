/** Saving a segment: validation before it is sent, and the fields to which the server's errors belong. */
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
import { callFully } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { say } from '../../../locales/say.ts'
import { type Draft, type DraftTree, type Fault, nodeAt } from './drafts.ts'
import { leavesOf } from './rule-tree.ts'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'

export interface Refusal {
  /** There is no condition at all. */
  isEmpty?: boolean
  nameError?: string | undefined
  /** By the very condition that was refused: one that is written anew is judged anew. */
  faults: ReadonlyMap<Draft, Fault>
  failure?: ApiError
}

export const NO_REFUSAL: Refusal = { faults: new Map() }

/** What is wrong with a name, in words; undefined when nothing is. */
export function nameFault(name: string): string | undefined {
  const result = segmentName.safeParse(name)
  const [issue] = result.error?.issues ?? []
  return issue && say(sentenceOfIssue(issue))
}

/** Each complaint at its condition; what belongs to none is shown above the rules. */
export function refusalOf(error: ApiError, tree: DraftTree): Refusal {
  const faults = new Map<Draft, Fault>()
  let nameError: string | undefined
  for (const { field, ...said } of error.errors) {
    const draft = leavesOf(tree).find(({ id }) => id === nodeAt(tree, field))?.condition
    if (field === 'segment_name') nameError = say(said)
    else if (draft) faults.set(draft, { place: field.replace(/^.*\.rules\.\d+\.?/, ''), said })
  }
  const isPlaced = error.errors.length > 0 && error.errors.length === faults.size + (nameError === undefined ? 0 : 1)
  return { nameError, faults, ...(!isPlaced && { failure: error }) }
}

export interface SegmentWrite {
  uuid: string | undefined
  name: string
  rules: RuleGroup
  /** What is saved now. */
  nameBefore: string
  reopens: { reopens?: string }
}

/** Creates or changes the segment. A change that waits for approval answers the segment as it is. Throws ApiError. */
export async function writeSegment(write: SegmentWrite): Promise<{ uuid: string | undefined }> {
  const { uuid, name, rules, nameBefore, reopens } = write
  const body = { segment_name: name, rules, ...reopens }
  const changed = name === nameBefore ? { rules, ...reopens } : body
  const { data, makerChecker } =
    uuid === undefined
      ? await callFully(createSegment, { body })
      : await callFully(updateSegment, { query: { segment_uuid: uuid }, body: changed })
  await Promise.all([listSegments, readSegment, listContacts].map(each => refresh(each)))
  return { uuid: makerChecker ? uuid : data.segment_uuid }
}
