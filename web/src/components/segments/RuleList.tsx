import type { RuleGroup } from '@notifly/contracts/segments/rules'
import { useTranslation } from 'react-i18next'
import { useRuleNames } from './use-rule-names.ts'
import { type RuleWords, useRuleWords } from './use-rule-words.ts'

/** The rules of a dynamic segment to read: one line each condition, groups set in. */
export function RuleList({ rules }: { rules: RuleGroup }) {
  const words = useRuleWords(useRuleNames([rules]))
  return <GroupList group={rules} words={words} />
}

function GroupList({ group, words }: { group: RuleGroup; words: RuleWords }) {
  const { t } = useTranslation('rules')
  return (
    <div className="min-w-0">
      {(group.rules.length > 1 || group.match === 'none') && (
        <p className="text-12 text-muted">{t(`match.${group.match}`)}</p>
      )}
      <ul className="flex flex-col gap-1.5 pt-1">
        {group.rules.map((rule, at) => (
          // Rules have no ids, and what is read here does not move.
          <li key={at} className={rule.kind === 'group' ? 'border-s-2 border-line-strong ps-3' : 'wrap-anywhere'}>
            {rule.kind === 'group' ? <GroupList group={rule} words={words} /> : <bdi>{words.condition(rule)}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  )
}
