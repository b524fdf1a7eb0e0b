import { Rules, type RuleGroup } from '@notifly/contracts/segments/rules'
import { useRuleNames } from './use-rule-names.ts'
import { useRuleWords } from './use-rule-words.ts'

type Values = Readonly<Record<string, unknown>>

/** Replaces the rules in some states of a segment by sentences. States without rules are unchanged. */
export function useRulesInWords(states: readonly (Values | null)[]): (Values | null)[] {
  const rules = states.map(rulesOf)
  const words = useRuleWords(useRuleNames(rules))
  return states.map((state, at) => {
    const found = rules[at]
    return found === undefined ? state : { ...state, rules: words.rules(found) }
  })
}

function rulesOf(state: Values | null): RuleGroup | undefined {
  const result = Rules.safeParse(state?.['rules'])
  return result.success ? result.data : undefined
}
