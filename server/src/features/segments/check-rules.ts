/** Checks of rules beyond their schema: names must exist, and segments must not form a cycle. */
import { countryOf } from '@notifly/contracts/contacts/countries'
import {
  type Condition,
  conditionsOf,
  type FieldCondition,
  RULE_ATTRIBUTES,
  type Rule,
  type RuleGroup,
} from '@notifly/contracts/segments/rules'
import { sentence } from '@notifly/contracts/sentences/sentence'
import {
  assertCost,
  isTooLarge,
  LEVELS_MAX,
  namedSegments,
  type RulesCost,
  costOfRules,
} from '../../people/rules/compile.ts'
import type { NamedSegment, RuleContext } from '../../people/rules/rule-context.ts'
import { invalidField } from '../../lib/app-error.ts'

/**
 * Throws at `rules` for a field of another type, for unknown segments, for segments that lead back to `segmentId` (with the chain), and for
 * rules that are too large including the segments that they name.
 */
export function checkRules(rules: RuleGroup, context: RuleContext, segmentId?: string): void {
  for (const condition of conditionsOf(rules)) checkAttribute(condition)
  checkNamed(rules, context, segmentId === undefined ? [] : [segmentId.toLowerCase()], new Set())
  assertCost(costOfRules(rules, context.segments))
}

/** Throws at `rules` if another segment of the application, which names this one directly or indirectly, would become too large. */
export function checkUsers(rules: RuleGroup, segmentId: string, all: ReadonlyMap<string, NamedSegment>): void {
  const changed = new Map(all).set(segmentId, { name: '', rules })
  const [before, after] = [new Map<string, RulesCost>(), new Map<string, RulesCost>()]
  for (const [id, { name, rules: others }] of all) {
    if (others === null || id === segmentId) continue
    const weight = costOfRules(others, changed, after)
    // One that was too large already may shrink.
    if (!isTooLarge(weight) || weight.conditions <= costOfRules(others, all, before).conditions) continue
    throw invalidField('rules', sentence('segments.userTooLarge', { name }))
  }
}

/** Ids in lower case, like the database's, since they are compared as text. Countries as codes. */
export function normalizeRules(group: RuleGroup): RuleGroup {
  const normalize = (rule: Rule): Rule => {
    if (rule.kind === 'group') return normalizeRules(rule)
    if (rule.kind === 'field' && rule.field === 'country') return withCountryCode(rule)
    if (rule.kind === 'segment') return { ...rule, segment_uuid: rule.segment_uuid.toLowerCase() }
    return rule
  }
  return { ...group, rules: group.rules.map(normalize) }
}

function withCountryCode(rule: FieldCondition): FieldCondition {
  if (rule.type !== 'text' || (rule.op !== 'is' && rule.op !== 'is_not')) return rule
  return { ...rule, value: countryOf(rule.value) ?? rule.value }
}

function checkAttribute(condition: Condition): void {
  if (condition.kind === 'field') checkType(condition, 'rules')
}

/** Throws at `at` if the field is a built-in column of another type. */
export function checkType({ field, type }: Pick<FieldCondition, 'field' | 'type'>, at: string): void {
  if (!Object.hasOwn(RULE_ATTRIBUTES, field)) return
  const own = RULE_ATTRIBUTES[field as keyof typeof RULE_ATTRIBUTES]
  if (own !== type) throw invalidField(at, sentence('segments.fieldType', { field, type: own }))
}

/** Checks each segment once. */
function checkNamed(rules: RuleGroup, context: RuleContext, chain: readonly string[], checked: Set<string>): void {
  for (const id of namedSegments(rules)) {
    if (chain.includes(id)) throw circle([...chain.slice(chain.indexOf(id)), id], context)
    if (checked.has(id)) continue
    checked.add(id)
    const segment = context.segments.get(id)
    if (segment !== undefined) {
      if (segment.rules !== null) checkNamed(segment.rules, context, [...chain, id], checked)
      continue
    }
    // Deeper ones were not read: then the chain is too long.
    if (chain.length <= LEVELS_MAX) throw invalidField('rules', sentence('campaigns.segmentGone'))
  }
}

function circle(chain: readonly string[], { segments }: RuleContext): Error {
  const names = chain.map(id => segments.get(id)?.name ?? '')
  return invalidField('rules', sentence('segments.circle', { names: names.join(' → ') }))
}
