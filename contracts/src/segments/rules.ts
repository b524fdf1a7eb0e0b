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
 * - Behaviour is counted by days: what a contact did several times on one day counts once.
 */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { maxCharacters, uuid } from '../fields.ts'
import { says } from '../sentences/sentence.ts'

/** Groups within groups, the outermost included; conditions of all groups together. */
export const RULES_DEPTH_MAX = 5
export const RULES_COUNT_MAX = 50

/** Characters of a text that a rule compares with. */
export const RULE_VALUE_MAX = 200

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

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/

/** A calendar day that exists, `YYYY-MM-DD`. */
const day = z.string().check(z.refine(isDay, says('rules.day')))

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const DAYS_MAX = 3650
const days = z.int().check(z.minimum(1, says('fields.atLeast')), z.maximum(DAYS_MAX, says('fields.days')))
// PostgreSQL's text holds no NUL.
const words = z.string().check(
  z.minLength(1, says('fields.required')),
  maxCharacters(RULE_VALUE_MAX),
  z.refine(text => !text.includes('\u0000'), says('fields.format')),
)
const amount = z.number().check(z.minimum(-1e15, says('fields.atLeast')), z.maximum(1e15, says('fields.atMost')))
const inOrder = (from: number | string, to: number | string): boolean => from <= to
const ORDER = { error: says('rules.order'), path: ['to'] }

const field = { kind: z.literal('field'), field: words }
const present = z.enum(['is_empty', 'is_not_empty'])

export const TEXT_OPERATORS = ['is', 'is_not', 'contains', 'contains_not', 'starts_with'] as const
const TextTest = z.object({ ...field, type: z.literal('text'), op: z.enum(TEXT_OPERATORS), value: words })
const TextPresence = z.object({ ...field, type: z.literal('text'), op: present })

export const NUMBER_OPERATORS = ['equals', 'not_equals', 'less_than', 'greater_than'] as const
const NumberTest = z.object({ ...field, type: z.literal('number'), op: z.enum(NUMBER_OPERATORS), value: amount })
/** Both ends included. */
const NumberRange = z
  .object({ ...field, type: z.literal('number'), op: z.literal('between'), from: amount, to: amount })
  .check(z.refine(({ from, to }) => inOrder(from, to), ORDER))
const NumberPresence = z.object({ ...field, type: z.literal('number'), op: present })

/** `before` and `after` leave the day itself out. */
const DateTest = z.object({ ...field, type: z.literal('date'), op: z.enum(['before', 'after', 'on']), value: day })
/** Both ends included. */
const DateRange = z
  .object({ ...field, type: z.literal('date'), op: z.literal('between'), from: day, to: day })
  .check(z.refine(({ from, to }) => inOrder(from, to), ORDER))
/** The days up to today; what lies ahead is not among them. */
const DateLast = z.object({ ...field, type: z.literal('date'), op: z.literal('last_days'), days })
const DatePresence = z.object({ ...field, type: z.literal('date'), op: present })

const BooleanTest = z.object({ ...field, type: z.literal('boolean'), op: z.enum(['is_true', 'is_false']) })
const BooleanPresence = z.object({ ...field, type: z.literal('boolean'), op: present })

/** A condition on one of RULE_ATTRIBUTES, which has to be of its type, or on a merge field. */
export const FieldCondition = z.discriminatedUnion('type', [
  z.discriminatedUnion('op', [TextTest, TextPresence]),
  z.discriminatedUnion('op', [NumberTest, NumberRange, NumberPresence]),
  z.discriminatedUnion('op', [DateTest, DateRange, DateLast, DatePresence]),
  z.discriminatedUnion('op', [BooleanTest, BooleanPresence]),
])
export type FieldCondition = z.infer<typeof FieldCondition>

/** Whether a channel's next message would go out, and if not, why: in the words of a contact's `channels`. */
export const ReachCondition = z.object({
  kind: z.literal('reach'),
  channel: z.enum(CHANNELS),
  op: z.enum(['is', 'is_not']),
  status: z.enum(['reachable', 'unsubscribed', 'suppressed', 'no_address']),
})
export type ReachCondition = z.infer<typeof ReachCondition>

export const BEHAVIOURS = ['sent', 'opened', 'clicked', 'bounced', 'unsubscribed'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

export const BehaviourCondition = z.object({
  kind: z.literal('behaviour'),
  event: z.enum(BEHAVIOURS),
  /** null: any campaign. */
  campaign_uuid: z.nullable(uuid),
  when: z.discriminatedUnion('op', [
    z.object({ op: z.literal('ever') }),
    z.object({ op: z.literal('last_days'), days }),
    /** Both days included. */
    z
      .object({ op: z.literal('between'), from: day, to: day })
      .check(z.refine(({ from, to }) => inOrder(from, to), ORDER)),
  ]),
  /** On how many days. `never` is `at_most` 0. */
  times: z.discriminatedUnion('op', [
    z.object({
      op: z.enum(['at_least', 'at_most', 'exactly']),
      n: z.int().check(z.minimum(1, says('fields.atLeast')), z.maximum(1000, says('fields.atMost'))),
    }),
    z.object({ op: z.literal('never') }),
  ]),
})
export type BehaviourCondition = z.infer<typeof BehaviourCondition>

/** Membership of another segment; a circle of segments is refused at the field `rules`. */
export const SegmentCondition = z.object({
  kind: z.literal('segment'),
  op: z.enum(['is_member', 'is_not_member']),
  segment_uuid: uuid,
})
export type SegmentCondition = z.infer<typeof SegmentCondition>

export type Condition = FieldCondition | ReachCondition | BehaviourCondition | SegmentCondition

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
  rules: z.unknown().check(z.refine(() => false, { error: says('rules.depth'), params: { levels: RULES_DEPTH_MAX } })),
})

const conditions = [FieldCondition, ReachCondition, BehaviourCondition, SegmentCondition] as const

/** Level by level instead of by reference: nothing nested deeper is ever looked at. */
function groupOf(levels: number): GroupSchema {
  const inner = levels === 1 ? TOO_DEEP : groupOf(levels - 1)
  const schema = z.object({
    kind: z.literal('group'),
    match: z.enum(['all', 'any', 'none']),
    rules: z
      .array(z.discriminatedUnion('kind', [...conditions, inner]))
      .check(z.minLength(1, says('rules.empty')), z.maxLength(RULES_COUNT_MAX, says('fields.conditions'))),
  })
  return schema as unknown as GroupSchema
}

/** The whole of a dynamic segment's rules. */
export const Rules = groupOf(RULES_DEPTH_MAX).check(
  z.refine(rules => conditionsOf(rules).length <= RULES_COUNT_MAX, {
    error: says('fields.conditions'),
    params: { maximum: RULES_COUNT_MAX },
  }),
)

/** Every condition of a group and the groups in it, in their order. */
export function conditionsOf(group: RuleGroup): Condition[] {
  return group.rules.flatMap(rule => (rule.kind === 'group' ? conditionsOf(rule) : [rule]))
}
