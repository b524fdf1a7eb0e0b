import { RULES_COUNT_MAX, RULES_DEPTH_MAX } from '@notifly/contracts/segments/rules'
import { Braces, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { RowMenu } from '../../../ui/overlays/RowMenu.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { useBuilder } from './builder.ts'
import { ConditionRow } from './conditions/ConditionRow.tsx'
import type { Draft } from './drafts.ts'
import { type Group, isGroup, leavesOf, levelOf, MATCHES, type RuleNode } from './rule-tree.ts'
import { useNodeMenu } from './use-node-menu.ts'

/** Selects whether contacts must match all, any or none of a group's conditions. */
export function MatchChoice({ group }: { group: Group<Draft> }) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  return (
    <Segmented
      size="sm"
      aria-label={t('builder.match')}
      value={group.match}
      onChange={match => acts.match(group.id, match)}
      segments={MATCHES.map(match => ({ value: match, label: t(`match.${match}`) }))}
    />
  )
}

/** The conditions and nested groups of a group, with buttons that add more. */
export function GroupRows({ group }: { group: Group<Draft> }) {
  const { t } = useTranslation('segments')
  const { tree, acts } = useBuilder()
  const isFull = leavesOf(tree).length >= RULES_COUNT_MAX
  const isDeep = levelOf(tree, group.id) + 1 >= RULES_DEPTH_MAX
  const joinOf = (at: number) => t(at === 0 ? `join.first_${group.match}` : `join.${group.match}`)
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {group.children.map((node, at) => (
          <li key={node.id}>
            <Node node={node} join={joinOf(at)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-1 ps-15 max-sm:ps-0">
        <Button size="sm" variant="ghost" icon={Plus} disabled={isFull} onClick={() => acts.addCondition(group.id)}>
          {t('builder.addCondition')}
        </Button>
        {!isDeep && (
          <Button size="sm" variant="ghost" icon={Braces} disabled={isFull} onClick={() => acts.addGroup(group.id)}>
            {t('builder.addGroup')}
          </Button>
        )}
        {isFull && <span className="text-12 text-muted">{t('builder.full', { count: RULES_COUNT_MAX })}</span>}
      </div>
    </div>
  )
}

function Node({ node, join }: { node: RuleNode<Draft>; join: string }) {
  return isGroup(node) ? <InnerGroup group={node} join={join} /> : <ConditionRow node={node} join={join} />
}

function InnerGroup({ group, join }: { group: Group<Draft>; join: string }) {
  const { t } = useTranslation('segments')
  const { tree } = useBuilder()
  const menu = useNodeMenu(group)
  const level = levelOf(tree, group.id)
  const name = t('builder.group', { match: t(`match.${group.match}`), level })
  return (
    <div
      role="group"
      aria-label={name}
      data-rule={group.id}
      className="grid grid-cols-[3.25rem_minmax(0,1fr)] items-start gap-x-2 gap-y-1 max-sm:grid-cols-[minmax(0,1fr)]"
    >
      <span className="pt-2.5 text-end text-12 text-muted max-sm:pt-0 max-sm:text-start">{join}</span>
      <div
        className={cx(
          'min-w-0 rounded-2 border border-s-2 border-line border-s-accent-line p-2.5',
          level % 2 === 1 ? 'bg-sunken' : 'bg-surface',
        )}
      >
        <div className="mb-2 flex items-center gap-2">
          <MatchChoice group={group} />
          <span className="ms-auto">
            <RowMenu items={menu} name={name} />
          </span>
        </div>
        <GroupRows group={group} />
      </div>
    </div>
  )
}
