/** What rules mean, read contact by contact without a database: the measure of the SQL that they are compiled to. */
import type {
  Behaviour,
  BehaviourCondition,
  EventCondition,
  FieldCondition,
  PropertyComparison,
  ReachCondition,
  Rule,
  RuleAttribute,
  RuleGroup,
} from '@notifly/contracts/segments/rules'
import { countryNames, countryOf } from '@notifly/contracts/contacts/countries'
import { RULE_ATTRIBUTES } from '@notifly/contracts/segments/rules'
import type { TEXT_OPERATORS } from '@notifly/contracts/segments/comparisons'

/** Everything about a person that rules can ask for. */
export interface EvaluatedContact {
  attributes: Partial<Record<RuleAttribute, string | number | boolean | Date | null>>
  mergeFields: Readonly<Record<string, unknown>>
  /** Channels that the contact has left. */
  left: readonly string[]
  /** Channels on which a device of the contact takes messages. */
  devices: readonly string[]
  /** Reasons of the suppression of its addresses, by channel. */
  suppressed: Readonly<Record<string, string>>
  facts: readonly { event: Behaviour; campaignId: string; at: Date }[]
  events: readonly EvaluatedEvent[]
  /** Static segments that it is in. */
  segmentIds: readonly string[]
}

export interface EvaluatedEvent {
  name: string
  at: Date
  properties: Readonly<Record<string, string | number | boolean>>
}

export interface EvaluationContext {
  now: Date
  timezone: string
  /** Rules of dynamic segments by id; all others are static. */
  dynamic: ReadonlyMap<string, RuleGroup>
}

/** Whether the rules choose the contact. */
export function evaluateRules(group: RuleGroup, contact: EvaluatedContact, context: EvaluationContext): boolean {
  const holds = (rule: Rule): boolean => evaluateRule(rule, contact, context)
  if (group.match === 'all') return group.rules.every(holds)
  return group.rules.some(holds) === (group.match === 'any')
}

function evaluateRule(rule: Rule, contact: EvaluatedContact, context: EvaluationContext): boolean {
  switch (rule.kind) {
    case 'group':
      return evaluateRules(rule, contact, context)
    case 'field':
      return fieldHolds(rule, contact, context)
    case 'reach':
      return (reachOf(rule.channel, contact) === rule.status) === (rule.op === 'is')
    case 'behaviour':
      return behaviourHolds(rule, contact, context)
    case 'event':
      return eventHolds(rule, contact, context)
    case 'segment': {
      const rules = context.dynamic.get(rule.segment_uuid)
      const isMember =
        rules === undefined ? contact.segmentIds.includes(rule.segment_uuid) : evaluateRules(rules, contact, context)
      return isMember === (rule.op === 'is_member')
    }
  }
}

function fieldHolds(condition: FieldCondition, contact: EvaluatedContact, context: EvaluationContext): boolean {
  return comparisonHolds(condition, readValue(condition, contact, context), context)
}

function comparisonHolds(
  condition: FieldCondition | PropertyComparison,
  value: ReturnType<typeof readValue>,
  context: EvaluationContext,
): boolean {
  if (isPresence(condition)) return (value === null) === (condition.op === 'is_empty')
  if (value === null) return ['is_not', 'contains_not', 'not_equals'].includes(condition.op)
  switch (condition.type) {
    case 'text':
      if ('field' in condition && condition.field === 'country')
        return countryHolds(condition.op, value as string, condition.value)
      return textHolds(condition.op, value as string, condition.value.toLowerCase())
    case 'number': {
      const number = value as number
      if (condition.op === 'between') return number >= condition.from && number <= condition.to
      if (condition.op === 'less_than') return number < condition.value
      if (condition.op === 'greater_than') return number > condition.value
      return (number === condition.value) === (condition.op === 'equals')
    }
    case 'boolean':
      return value === (condition.op === 'is_true')
    case 'date':
      return dateHolds(condition, value as string, dayOf(context.now, context.timezone))
  }
}

function textHolds(op: 'is' | 'is_not' | 'contains' | 'contains_not' | 'starts_with', value: string, given: string) {
  if (op === 'starts_with') return value.startsWith(given)
  if (op === 'is' || op === 'is_not') return (value === given) === (op === 'is')
  return value.includes(given) === (op === 'contains')
}

/** Codes are read as the names of their country, too. */
function countryHolds(op: (typeof TEXT_OPERATORS)[number], value: string, given: string): boolean {
  const isSame = (countryOf(value) ?? value) === (countryOf(given) ?? given.toLowerCase())
  if (op === 'is' || op === 'is_not') return isSame === (op === 'is')
  const names = countryNames(value.toUpperCase()).map(name => name.toLowerCase())
  const holds = [value, ...names].some(name =>
    textHolds(op === 'starts_with' ? op : 'contains', name, given.toLowerCase()),
  )
  return holds === (op !== 'contains_not')
}

type Presence = Extract<FieldCondition | PropertyComparison, { op: 'is_empty' | 'is_not_empty' }>
type DateTest = Extract<Exclude<FieldCondition | PropertyComparison, Presence>, { type: 'date' }>

function isPresence(condition: FieldCondition | PropertyComparison): condition is Presence {
  return condition.op === 'is_empty' || condition.op === 'is_not_empty'
}

function dateHolds(condition: DateTest, day: string, today: string): boolean {
  if (condition.op === 'between') return day >= condition.from && day <= condition.to
  if (condition.op !== 'last_days') {
    const { op, value } = condition
    return op === 'on' ? day === value : op === 'before' ? day < value : day > value
  }
  return day >= plusDays(today, 1 - condition.days) && day <= today
}

/** The value as the condition's type; null where there is none. */
function readValue({ field, type }: FieldCondition, contact: EvaluatedContact, { timezone }: EvaluationContext) {
  if (Object.hasOwn(RULE_ATTRIBUTES, field)) {
    const value = contact.attributes[field as RuleAttribute] ?? null
    if (value instanceof Date) return dayOf(value, timezone)
    return typeof value === 'string' ? value.toLowerCase() || null : value
  }
  return readAs(type, Object.hasOwn(contact.mergeFields, field) ? contact.mergeFields[field] : null)
}

function readAs(type: FieldCondition['type'], given: unknown) {
  if (given === null || given === undefined || given === '') return null
  const text = typeof given === 'string' ? given : printed(given)
  if (type === 'text') return text.toLowerCase()
  if (type === 'number') return /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(text) ? Number(text) : null
  if (type === 'date') return readDay(text)
  const word = text.toLowerCase()
  return ['true', 'yes'].includes(word) ? true : ['false', 'no'].includes(word) ? false : null
}

/** As PostgreSQL prints jsonb. */
function printed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${printed(each)}`)
  return `{${entries.join(', ')}}`
}

function readDay(text: string): string | null {
  const day = /^([1-9]\d{3}-\d\d-\d\d)($|[T ])/.exec(text)?.[1]
  if (day === undefined) return null
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null
}

function reachOf(channel: ReachCondition['channel'], { attributes, left, devices, suppressed }: EvaluatedContact) {
  const address =
    channel === 'email'
      ? attributes.email
      : channel === 'sms' || channel === 'whatsapp'
        ? attributes.phone_number
        : (devices.find(each => each === channel) ?? null)
  if (address === null || address === undefined) return 'no_address'
  const reason = suppressed[channel]
  if (left.includes(channel) || reason === 'unsubscribe') return 'unsubscribed'
  return reason === undefined ? 'reachable' : 'suppressed'
}

function behaviourHolds(
  condition: BehaviourCondition,
  { facts }: EvaluatedContact,
  context: EvaluationContext,
): boolean {
  const { event, campaign_uuid: campaignId, when, times } = condition
  const days = facts
    .filter(fact => fact.event === event && (campaignId === null || fact.campaignId === campaignId))
    .map(fact => dayOf(fact.at, context.timezone))
  return isTimes(times, new Set(days.filter(day => isWithin(when, day, context))).size)
}

function eventHolds(condition: EventCondition, { events }: EvaluatedContact, context: EvaluationContext): boolean {
  const { name, properties, when, times } = condition
  const fitting = events.filter(
    event =>
      event.name === name &&
      isWithin(when, dayOf(event.at, context.timezone), context) &&
      properties.every(each => comparisonHolds(each, readAs(each.type, event.properties[each.property]), context)),
  )
  return isTimes(times, fitting.length)
}

function isWithin(when: BehaviourCondition['when'], day: string, { now, timezone }: EvaluationContext): boolean {
  if (when.op === 'ever') return true
  const from = when.op === 'last_days' ? plusDays(dayOf(now, timezone), 1 - when.days) : when.from
  return day >= from && (when.op === 'last_days' || day <= when.to)
}

function isTimes(times: BehaviourCondition['times'], n: number): boolean {
  if (times.op === 'never') return n === 0
  if (times.op === 'at_least') return n >= times.n
  return times.op === 'at_most' ? n <= times.n : n === times.n
}

function dayOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

function plusDays(day: string, n: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10)
}
