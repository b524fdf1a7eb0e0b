/**
 * A condition while it is edited. It keeps the values of all its fields, complete or not, so that switching between
 * operators loses nothing. Pure; the contracts decide what is complete.
 */
import {
  BEHAVIOURS,
  type Behaviour,
  type BehaviourCondition,
  type Condition,
  type EventCondition,
  type ReachCondition,
  type Rule,
  RULE_ATTRIBUTES,
  type RuleAttribute,
  type RuleGroup,
  Rules,
  type SegmentCondition,
} from '@notifly/contracts/segments/rules'
import {
  type ComparedType,
  type ComparisonDraft,
  comparisonDraft,
  comparisonOf,
  OPERATORS,
  type Operator,
  PRESENCE,
  type PropertyDraft,
  propertyOf,
  savedComparison,
  savedProperty,
  USUAL_DAYS,
} from '../../../components/comparisons/comparison-draft.ts'
import { group, type Group, isGroup, leaf, type RuleNode } from './rule-tree.ts'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import type { SentenceLike } from '../../../locales/translate-sentence.ts'

export interface FieldDraft extends ComparisonDraft {
  kind: 'field'
  field: string
}

export type ReachDraft = ReachCondition

/** How often something happened, and when. */
export interface TimingDraft {
  when: BehaviourCondition['when']['op']
  days: number | null
  fromDay: string | null
  toDay: string | null
  times: BehaviourCondition['times']['op']
  n: number | null
}

export interface BehaviourDraft extends TimingDraft {
  kind: 'behaviour'
  event: Behaviour
  campaign: string | null
}

export interface EventDraft extends TimingDraft {
  kind: 'event'
  name: string
  properties: PropertyDraft[]
}

export interface SegmentDraft {
  kind: 'segment'
  op: SegmentCondition['op']
  segment: string | null
}

/** A new condition without a subject. */
export interface BlankDraft {
  kind: 'blank'
}

export type Draft = BlankDraft | FieldDraft | ReachDraft | BehaviourDraft | EventDraft | SegmentDraft
export type DraftTree = Group<Draft>

/** The operators for a field. A country only offers whole values, because parts of its name differ by language. */
export function operatorsOf({ field, type, op }: FieldDraft): readonly Operator[] {
  if (field !== 'country') return OPERATORS[type]
  const wholeValueOperators: readonly Operator[] = ['is', 'is_not', ...PRESENCE]
  return wholeValueOperators.includes(op) ? wholeValueOperators : [...wholeValueOperators, op]
}

export const BLANK: BlankDraft = { kind: 'blank' }

/** A condition on a column, or on a merge field with the type that imports have detected. */
export function fieldDraft(field: string, type: ComparedType): FieldDraft {
  return { kind: 'field', field, ...comparisonDraft(type) }
}

const USUAL_TIMING: TimingDraft = {
  when: 'last_days',
  days: USUAL_DAYS,
  fromDay: null,
  toDay: null,
  times: 'at_least',
  n: 1,
}

export function behaviourDraft(event: Behaviour): BehaviourDraft {
  return { kind: 'behaviour', event, campaign: null, ...USUAL_TIMING }
}

export function eventDraft(): EventDraft {
  return { kind: 'event', name: '', properties: [], ...USUAL_TIMING }
}

export function isAttribute(name: string): name is RuleAttribute {
  return Object.hasOwn(RULE_ATTRIBUTES, name)
}

export function isBehaviour(name: string): name is Behaviour {
  return (BEHAVIOURS as readonly string[]).includes(name)
}

/** The draft as a condition for the server, with null for missing values; undefined for a blank draft. */
export function toCondition(draft: Draft): Condition | undefined {
  switch (draft.kind) {
    case 'blank':
      return undefined
    case 'field':
      return { kind: 'field', field: draft.field, ...comparisonOf(draft) } as Condition
    case 'reach':
      return { kind: 'reach', channel: draft.channel, op: draft.op, status: draft.status }
    case 'behaviour':
      return { kind: 'behaviour', event: draft.event, campaign_uuid: draft.campaign, ...timing(draft) } as Condition
    case 'event':
      return {
        kind: 'event',
        name: draft.name.trim(),
        properties: draft.properties.map(propertyOf),
        ...timing(draft),
      } as Condition
    case 'segment':
      return { kind: 'segment', op: draft.op, segment_uuid: draft.segment ?? '' }
  }
}

function timing({ when, days, fromDay, toDay, times, n }: TimingDraft): object {
  return {
    when: { op: when, ...(when === 'last_days' && { days }), ...(when === 'between' && { from: fromDay, to: toDay }) },
    times: times === 'never' ? { op: times } : { op: times, n },
  }
}

export function fromCondition(condition: Condition): Draft {
  switch (condition.kind) {
    case 'field':
      return { kind: 'field', field: condition.field, ...savedComparison(condition) }
    case 'reach':
      return { ...condition }
    case 'behaviour':
      return {
        ...behaviourDraft(condition.event),
        campaign: condition.campaign_uuid,
        ...savedTiming(condition),
      }
    case 'event':
      return {
        ...eventDraft(),
        name: condition.name,
        properties: condition.properties.map(savedProperty),
        ...savedTiming(condition),
      }
    case 'segment':
      return { kind: 'segment', op: condition.op, segment: condition.segment_uuid }
  }
}

function savedTiming({ when, times }: BehaviourCondition | EventCondition): Partial<TimingDraft> {
  return {
    when: when.op,
    ...(when.op === 'last_days' && { days: when.days }),
    ...(when.op === 'between' && { fromDay: when.from, toDay: when.to }),
    times: times.op,
    ...(times.op !== 'never' && { n: times.n }),
  }
}

/** An error in a draft: the part of the condition, such as `value` or `when.days`, and the message. */
export interface Fault {
  place: string
  /** Undefined if a value is missing. */
  said: SentenceLike | undefined
}

/** Why a draft is not a valid condition yet; undefined if it is one. */
export function faultOf(draft: Draft): Fault | undefined {
  const condition = toCondition(draft)
  if (condition === undefined) return { place: 'subject', said: undefined }
  const result = Rules.safeParse({ kind: 'group', match: 'all', rules: [condition] })
  const issue = result.success ? undefined : result.error.issues[0]
  if (issue === undefined) return undefined
  // The path begins with `rules, 0`; the rest is the part of the condition.
  const place = issue.path.slice(2).join('.')
  const value = issue.path.slice(2).reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], condition)
  const isMissing = value === null || value === '' || value === undefined
  return { place, said: isMissing ? undefined : sentenceOfIssue(issue) }
}

/** The whole tree as the server takes it. */
export function toRules(tree: DraftTree): RuleGroup {
  return {
    kind: 'group',
    match: tree.match,
    rules: tree.children.flatMap((node): Rule[] => {
      if (isGroup(node)) return [toRules(node)]
      const condition = toCondition(node.condition)
      return condition ? [condition] : []
    }),
  }
}

/** Removes blank conditions, and groups that contain nothing else. */
export function withoutBlanks(tree: DraftTree): DraftTree {
  const children = tree.children
    .map(node => (isGroup(node) ? withoutBlanks(node) : node))
    .filter(node => (isGroup(node) ? node.children.length > 0 : node.condition.kind !== 'blank'))
  return { ...tree, children }
}

/**
 * The complete conditions, which can be counted already. Groups without any are left out; undefined if there are none.
 */
export function countableRules(tree: DraftTree): RuleGroup | undefined {
  const rules = tree.children.flatMap((node): Rule[] => {
    if (isGroup(node)) return [countableRules(node)].filter(inner => inner !== undefined)
    const condition = faultOf(node.condition) ? undefined : toCondition(node.condition)
    return condition ? [condition] : []
  })
  return rules.length === 0 ? undefined : { kind: 'group', match: tree.match, rules }
}

export function fromRules(rules: RuleGroup): DraftTree {
  return group(
    rules.match,
    rules.rules.map((rule): RuleNode<Draft> => (rule.kind === 'group' ? fromRules(rule) : leaf(fromCondition(rule)))),
  )
}

/**
 * The id of the node that a server error such as `rules.rules.2.rules.0.value` refers to; undefined for the rules as a
 * whole.
 */
export function nodeAt(tree: DraftTree, field: string): string | undefined {
  const steps = [...field.matchAll(/\.rules\.(\d+)/g)].map(match => Number(match[1]))
  let node: RuleNode<Draft> | undefined = tree
  for (const at of steps) node = node && isGroup(node) ? node.children[at] : undefined
  return node === tree ? undefined : node?.id
}
