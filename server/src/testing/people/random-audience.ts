/** Random contacts, what they did, and random rules about them, for property tests of rules. */
import type {
  BehaviourCondition,
  Condition,
  EventCondition,
  FieldCondition,
  PropertyComparison,
  ReachCondition,
  Rule,
  RuleGroup,
} from '@notifly/contracts/segments/rules'
import { RULE_ATTRIBUTES } from '@notifly/contracts/segments/rules'
import fc from 'fast-check'

export const TIMEZONES = ['UTC', 'Asia/Kolkata', 'America/Sao_Paulo', 'Pacific/Apia', 'Europe/Madrid', 'Asia/Beirut']
export const FIELDS = ['plan', 'points', 'birthday', 'vip', `o'brien "x"`, '__proto__', 'not there']
const DAY_MS = 86_400_000

/** Around a clock, down to the seconds about midnight somewhere. */
export const moments = (now: Date, days: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: days }), fc.constantFrom(0, 1, 3600, 19_800, 43_200, 68_400, 75_600, 86_399))
    .map(([back, seconds]) => new Date(Math.min(now.getTime(), now.getTime() - back * DAY_MS - seconds * 1000)))

const NOW_MS = Date.UTC(2026, 9, 27, 22, 30)
const days = fc.integer({ min: 0, max: 120 }).map(back => new Date(NOW_MS - back * DAY_MS).toISOString().slice(0, 10))
export const clocks = fc.integer({ min: 0, max: 3 * 24 }).map(hours => new Date(NOW_MS + hours * 3_600_000))

const words = fc.constantFrom(
  'gold',
  'Gold',
  'GÖLD',
  'go',
  "d' or 1=1 --",
  '100%',
  '_',
  '\\',
  'नमस्ते',
  '42',
  '{}',
  'true',
  'é',
)
const numbers = fc.constantFrom(0, 1, -1, 42, 42.5, 7, 1e14, -3.25)

/** Values as files, people and programs have left them: of every type, and some that only look like it. */
const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: words },
  { weight: 3, arbitrary: numbers.map(String) },
  numbers,
  fc.constantFrom('007', '1e3', '٣', ' 42', '42\n', '1.', '12345678901234567', 'NaN', 'Infinity', ''),
  { weight: 3, arbitrary: days },
  fc.constantFrom('2026-02-30', '2026-10-01T23:59:59Z', '2026-10-01 10:00', '2026-10-01x', '0000-01-01', '26-10-01'),
  fc.constantFrom('true', 'FALSE', 'Yes', 'no', 'ja', true, false, null, [1, 'a'], { a: 'Gold' }),
)

export const mergeFields = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...FIELDS.slice(0, -1)), values), { selector: ([name]) => name, maxLength: 6 })
  .map(entries => Object.fromEntries(entries) as Record<string, unknown>)

export const attributes = fc.record({
  external_user_id: fc.option(words),
  phone_number: fc.option(fc.constantFrom('+34600000001', '+34600000002')),
  country: fc.option(fc.constantFrom('ES', 'IN', 'India', 'Atlantis', '')),
  lang: fc.option(fc.constantFrom('es', 'hi')),
  platform_type: fc.option(fc.constantFrom('1', '2')),
  device_details: fc.option(words),
  timezone: fc.option(fc.constantFrom(...TIMEZONES)),
  timezone_offset: fc.option(fc.constantFrom(0, 19_800, -10_800)),
  latitude: fc.option(fc.constantFrom(0, 42.5, -3.25)),
  longitude: fc.option(fc.constantFrom(0, 42.5)),
  is_test: fc.boolean(),
  created_on: fc.option(moments(new Date(NOW_MS), 120)),
  updated_on: fc.option(moments(new Date(NOW_MS), 120)),
  added_on: moments(new Date(NOW_MS), 120),
})

const ATTRIBUTES = Object.entries(RULE_ATTRIBUTES)

const fieldConditions: fc.Arbitrary<FieldCondition> = fc
  .oneof(
    fc.tuple(fc.constantFrom(...FIELDS), fc.constantFrom('text', 'number', 'date', 'boolean' as const)),
    fc.constantFrom(...ATTRIBUTES),
  )
  .chain(([field, type]): fc.Arbitrary<FieldCondition> => {
    const base = { kind: 'field', field } as const
    const present = fc.record({ op: fc.constantFrom('is_empty', 'is_not_empty' as const) })
    const of = <Type extends FieldCondition['type']>(kind: Type, tests: fc.Arbitrary<object>) =>
      fc
        .oneof({ weight: 5, arbitrary: tests }, present)
        .map(test => ({ ...base, type: kind, ...test }) as FieldCondition)
    if (type === 'text') {
      const op = fc.constantFrom('is', 'is_not', 'contains', 'contains_not', 'starts_with')
      return of(
        'text',
        fc.record({ op, value: fc.oneof(words, fc.constantFrom('ES', 'india', 'Inde', '+34', 'person1', 'o', '[1')) }),
      )
    }
    if (type === 'number') {
      const op = fc.constantFrom('equals', 'not_equals', 'less_than', 'greater_than')
      const range = fc
        .tuple(numbers, numbers)
        .map(([a, b]) => ({ op: 'between', from: Math.min(a, b), to: Math.max(a, b) }))
      return of('number', fc.oneof(fc.record({ op, value: numbers }), range))
    }
    if (type === 'boolean') return of('boolean', fc.record({ op: fc.constantFrom('is_true', 'is_false') }))
    const single = fc.record({ op: fc.constantFrom('before', 'after', 'on'), value: days })
    const last = fc.record({ op: fc.constant('last_days'), days: fc.integer({ min: 1, max: 130 }) })
    return of('date', fc.oneof(single, last, dayRange))
  })

const dayRange = fc.tuple(days, days).map(([a, b]) => ({ op: 'between', from: a < b ? a : b, to: a < b ? b : a }))

const reachConditions: fc.Arbitrary<ReachCondition> = fc.record({
  kind: fc.constant('reach'),
  channel: fc.constantFrom('email', 'sms', 'webpush'),
  op: fc.constantFrom('is', 'is_not'),
  status: fc.constantFrom('reachable', 'unsubscribed', 'suppressed', 'no_address'),
})

const whens = fc.oneof(
  fc.constant({ op: 'ever' } as const),
  fc.record({ op: fc.constant('last_days' as const), days: fc.constantFrom(1, 2, 7, 30, 62, 63, 64, 90) }),
  dayRange as fc.Arbitrary<{ op: 'between'; from: string; to: string }>,
)
const times = fc.oneof(
  fc.constant({ op: 'never' } as const),
  fc.record({ op: fc.constantFrom('at_least', 'at_most', 'exactly'), n: fc.constantFrom(1, 1, 2, 3) }),
)

const EVENT_NAMES = ['order', 'Order', 'page view']
const PROPERTIES = ['plan', 'points', 'birthday', 'country']
const eventValues = fc.oneof(
  words,
  numbers,
  numbers.map(String),
  days,
  fc.boolean(),
  fc.constantFrom('yes', 'ES', '2026-10-01T23:59:59Z'),
)

/** Properties of an event as they are stored. */
export const eventFacts = fc.record({
  name: fc.constantFrom('order', 'order', ...EVENT_NAMES),
  properties: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...PROPERTIES), eventValues), { selector: ([name]) => name, maxLength: 3 })
    .map(entries => Object.fromEntries(entries) as Record<string, string | number | boolean>),
})

const comparisons: fc.Arbitrary<PropertyComparison> = fc
  .tuple(fieldConditions, fc.constantFrom(...PROPERTIES))
  .map(([{ kind: _, field: __, ...test }, property]) => ({ ...test, property }) as PropertyComparison)

const eventConditions: fc.Arbitrary<EventCondition> = fc.record({
  kind: fc.constant('event'),
  name: fc.constantFrom(...EVENT_NAMES),
  properties: fc.array(comparisons, { maxLength: 2 }),
  when: whens,
  times,
})

const behaviourConditions = (campaignIds: readonly string[]): fc.Arbitrary<BehaviourCondition> =>
  fc.record({
    kind: fc.constant('behaviour'),
    event: fc.constantFrom('sent', 'opened', 'opened', 'clicked', 'bounced', 'unsubscribed'),
    campaign_uuid: fc.option(fc.constantFrom(...campaignIds)),
    when: whens,
    times,
  })

/** Groups of conditions, and groups in them, that name these campaigns and segments. */
export function rules(campaignIds: readonly string[], segmentIds: readonly string[]): fc.Arbitrary<RuleGroup> {
  const conditions: fc.Arbitrary<Condition>[] = [
    fieldConditions,
    reachConditions,
    behaviourConditions(campaignIds),
    eventConditions,
  ]
  if (segmentIds.length > 0) {
    conditions.push(
      fc.record({
        kind: fc.constant('segment'),
        op: fc.constantFrom('is_member', 'is_not_member'),
        segment_uuid: fc.constantFrom(...segmentIds),
      }),
    )
  }
  const group = (inner: fc.Arbitrary<Rule>): fc.Arbitrary<RuleGroup> =>
    fc.record({
      kind: fc.constant('group'),
      match: fc.constantFrom('all', 'any', 'none'),
      rules: fc.array(inner, { minLength: 1, maxLength: 3 }),
    })
  const flat = group(fc.oneof(...conditions))
  return fc.oneof(flat, group(fc.oneof(flat, ...conditions)))
}
