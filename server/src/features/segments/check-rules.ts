/** What the form of rules cannot say: names that mean something here, and no circles. */
import { type Condition, conditionsOf, RULE_ATTRIBUTES, type Rule, type RuleGroup } from '@notifly/contracts/rules'
import { namedSegments, type RuleContext } from '../../db/rules/rule-context.ts'
import { invalidField } from '../../lib/app-error.ts'

/** Conditions of the rules and of all segments that they lead to, each as often as it is reached. */
const REACHED_MAX = 500

/**
 * Throws at `rules` for an attribute of another type, for segments that do not exist, and for segments that lead back to
 * `segmentId`, naming the chain.
 */
export function checkRules(rules: RuleGroup, context: RuleContext, segmentId?: string): void {
  for (const condition of conditionsOf(rules)) checkAttribute(condition)
  const start = segmentId === undefined ? [] : [segmentId.toLowerCase()]
  if (countReached(rules, context, start) > REACHED_MAX) {
    throw invalidField(
      'rules',
      `With the segments that they name these rules have more than ${REACHED_MAX} conditions.`,
    )
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
  if (type !== condition.type) throw invalidField('rules', `The field ${condition.field} holds values of type ${type}.`)
}

function countReached(rules: RuleGroup, context: RuleContext, chain: readonly string[]): number {
  let count = conditionsOf(rules).length
  for (const id of namedSegments(rules)) {
    if (chain.includes(id)) throw circle([...chain.slice(chain.indexOf(id)), id], context)
    const segment = context.segments.get(id)
    if (segment === undefined) throw invalidField('rules', 'One of these segments does not exist any more.')
    if (segment.rules !== null) count += countReached(segment.rules, context, [...chain, id])
    if (count > REACHED_MAX) return count
  }
  return count
}

function circle(chain: readonly string[], { segments }: RuleContext): Error {
  const names = chain.map(id => segments.get(id)?.name ?? '')
  return invalidField('rules', `These segments lead in a circle: ${names.join(' → ')}.`)
}
