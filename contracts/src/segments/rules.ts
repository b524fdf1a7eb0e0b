/**
 * The rules of a dynamic segment: groups of conditions on contacts. What each condition means is the same for every reader of
 * this file; the server turns the rules into SQL.
 *
 * - Text is compared without regard to case. Nothing is equal to an absent value, and `is_not` and `contains_not` hold for it.
 * - A country is the same one by its code and by its names in our languages, long and short; parts are looked for in all of them.
 * - A merge field is read as the type that the condition names, whatever the field's own type is: a value that is no such
 *   thing counts as absent. Numbers have at most 15 digits before and behind the point, dates begin with YYYY-MM-DD, booleans
 *   are true, false, yes and no.
 * - Days are those of the application's time zone; `last_days` 1 is today alone. The date of a merge field is the day that is
 *   written in it.
 * - Behaviour is counted by days: what a contact did several times on one day counts once. Events are counted one by one; their
 *   properties are read as merge fields are.
 */
import { REACH_STATUSES } from '../contacts/reach.ts'
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { eventName } from '../events/event-name.ts'
import { uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { comparisons, day, days, inOrder, ORDER, words } from './comparisons.ts'

/** Groups within groups, the outermost included; conditions of all groups together. */
export const RULES_DEPTH_MAX = 5
export const RULES_COUNT_MAX = 50

/** Our own columns that a rule may name, with their types. Every other name is a merge field's. */
export const RULE_ATTRIBUTES = {
  email: 'text',
  external_user_id: 'text',
  phone_number: 'text',
  country: 'text',
  lang: 'text',
  platform_type: 'text',
  device_details: 'text',
  timezone: 'text',
  timezone_offset: 'number',
  latitude: 'number',
  longitude: 'number',
  is_test: 'boolean',
  created_on: 'date',
  updated_on: 'date',
  /** When we learnt of the contact. */
  added_on: 'date',
} as const satisfies Record<string, 'text' | 'number' | 'boolean' | 'date'>
export type RuleAttribute = keyof typeof RULE_ATTRIBUTES

/** A condition on one of RULE_ATTRIBUTES, which has to be of its type, or on a merge field. */
export const FieldCondition = comparisons({ kind: z.literal('field'), field: words })
export type FieldCondition = z.infer<typeof FieldCondition>

/** Whether a channel's next message would go out, and if not, why: in the words of a contact's `channels`. */
export const ReachCondition = z.object({
  kind: z.literal('reach'),
  channel: z.enum(CHANNELS),
  op: z.enum(['is', 'is_not']),
  status: z.enum(REACH_STATUSES),
})
export type ReachCondition = z.infer<typeof ReachCondition>

const when = z.discriminatedUnion('op', [
  z.object({ op: z.literal('ever') }),
  z.object({ op: z.literal('last_days'), days }),
  /** Both days included. */
  z.object({ op: z.literal('between'), from: day, to: day }).check(z.refine(inOrder, ORDER)),
])
const times = z.discriminatedUnion('op', [
  z.object({
    op: z.enum(['at_least', 'at_most', 'exactly']),
    n: z.int().check(z.minimum(1, sentenceKey('fields.atLeast')), z.maximum(1000, sentenceKey('fields.atMost'))),
  }),
  z.object({ op: z.literal('never') }),
])

export const BEHAVIOURS = ['sent', 'opened', 'clicked', 'bounced', 'unsubscribed'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

export const BehaviourCondition = z.object({
  kind: z.literal('behaviour'),
  event: z.enum(BEHAVIOURS),
  /** null: any campaign. */
  campaign_uuid: z.nullable(uuid),
  when,
  /** On how many days. `never` is `at_most` 0. */
  times,
})
export type BehaviourCondition = z.infer<typeof BehaviourCondition>

/** Condition on one property of an event; an absent property is treated like an empty merge field. */
export const PropertyComparison = comparisons({ property: words })
export type PropertyComparison = z.infer<typeof PropertyComparison>

export const COMPARISONS_MAX = 5
/** All of them hold for one and the same event. */
export const propertyComparisons = z
  .array(PropertyComparison)
  .check(z.maxLength(COMPARISONS_MAX, sentenceKey('rules.comparisons')))

/** What contacts did as programs of the application told it. */
export const EventCondition = z.object({
  kind: z.literal('event'),
  name: eventName,
  properties: propertyComparisons,
  when,
  /** How many events. `never` is `at_most` 0. */
  times,
})
export type EventCondition = z.infer<typeof EventCondition>

/** Membership of another segment; a circle of segments is refused at the field `rules`. */
export const SegmentCondition = z.object({
  kind: z.literal('segment'),
  op: z.enum(['is_member', 'is_not_member']),
  segment_uuid: uuid,
})
export type SegmentCondition = z.infer<typeof SegmentCondition>

export type Condition = FieldCondition | ReachCondition | BehaviourCondition | EventCondition | SegmentCondition

/** `all` is and, `any` is or, `none` is not: contacts for whom none of them holds. A group has at least one rule. */
export interface RuleGroup {
  kind: 'group'
  match: 'all' | 'any' | 'none'
  rules: Rule[]
}
export type Rule = Condition | RuleGroup

type GroupSchema = z.ZodMiniObject<{ kind: z.ZodMiniLiteral<'group'> }> & z.ZodMiniType<RuleGroup>

const TOO_DEEP = z.object({
  kind: z.literal('group'),
  rules: z
    .unknown()
    .check(z.refine(() => false, { error: sentenceKey('rules.depth'), params: { levels: RULES_DEPTH_MAX } })),
})

const conditions = [FieldCondition, ReachCondition, BehaviourCondition, EventCondition, SegmentCondition] as const

/** Level by level instead of by reference: nothing nested deeper is ever looked at. */
function groupOf(levels: number): GroupSchema {
  const inner = levels === 1 ? TOO_DEEP : groupOf(levels - 1)
  const schema = z.object({
    kind: z.literal('group'),
    match: z.enum(['all', 'any', 'none']),
    rules: z
      .array(z.discriminatedUnion('kind', [...conditions, inner]))
      .check(
        z.minLength(1, sentenceKey('rules.empty')),
        z.maxLength(RULES_COUNT_MAX, sentenceKey('fields.conditions')),
      ),
  })
  return schema as unknown as GroupSchema
}

/** The whole of a dynamic segment's rules. */
export const Rules = groupOf(RULES_DEPTH_MAX).check(
  z.refine(rules => conditionsOf(rules).length <= RULES_COUNT_MAX, {
    error: sentenceKey('fields.conditions'),
    params: { maximum: RULES_COUNT_MAX },
  }),
)

/** Every condition of a group and the groups in it, in their order. */
export function conditionsOf(group: RuleGroup): Condition[] {
  return group.rules.flatMap(rule => (rule.kind === 'group' ? conditionsOf(rule) : [rule]))
}
