/** What the form of rules cannot say: names that mean something here, and no circles. */
import {
  type Condition,
  conditionsOf,
  RULE_ATTRIBUTES,
  type Rule,
  type RuleGroup,
} from '@notifly/contracts/segments/rules'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { demandWeight, isTooLarge, LEVELS_MAX, namedSegments, type Weight, weigh } from '../../people/rules/compile.ts'
import type { NamedSegment, RuleContext } from '../../people/rules/rule-context.ts'
import { invalidField } from '../../lib/app-error.ts'

/**
 * Throws at `rules` for an attribute of another type, for segments that do not exist, for segments that lead back to `segmentId`,
 * naming the chain, and for rules that are too large with the segments that they name.
 */
export function checkRules(rules: RuleGroup, context: RuleContext, segmentId?: string): void {
  for (const condition of conditionsOf(rules)) checkAttribute(condition)
  checkNamed(rules, context, segmentId === undefined ? [] : [segmentId.toLowerCase()], new Set())
  demandWeight(weigh(rules, context.segments))
}

/**
 * Throws at `rules` when another segment of the application, which names this one directly or through others, would become too large
 * by them.
 */
export function checkUsers(rules: RuleGroup, segmentId: string, all: ReadonlyMap<string, NamedSegment>): void {
  const changed = new Map(all).set(segmentId, { name: '', rules })
  const [before, after] = [new Map<string, Weight>(), new Map<string, Weight>()]
  for (const [id, { name, rules: others }] of all) {
    if (others === null || id === segmentId) continue
    const weight = weigh(others, changed, after)
    // One that was too large already may shrink.
    if (!isTooLarge(weight) || weight.conditions <= weigh(others, all, before).conditions) continue
    throw invalidField('rules', sentence('segments.userTooLarge', { name }))
  }
}

/** Ids in lower case, as the database writes them: they are compared as text. */
export function normalizeRules(group: RuleGroup): RuleGroup {
  const normalize = (rule: Rule): Rule => {
    if (rule.kind === 'group') return normalizeRules(rule)
    if (rule.kind === 'segment') return { ...rule, segment_uuid: rule.segment_uuid.toLowerCase() }
    return rule
  }
  return { ...group, rules: group.rules.map(normalize) }
}

function checkAttribute(condition: Condition): void {
  if (condition.kind !== 'field' || !Object.hasOwn(RULE_ATTRIBUTES, condition.field)) return
  const type = RULE_ATTRIBUTES[condition.field as keyof typeof RULE_ATTRIBUTES]
  if (type === condition.type) return
  throw invalidField('rules', sentence('segments.fieldType', { field: condition.field, type }))
}

/** Looks at each segment once. */
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
