import { RULES_COUNT_MAX, RULES_DEPTH_MAX } from '@notifly/contracts/segments/rules'
import { ArrowDown, ArrowUp, Copy, Group as GroupIcon, Trash2, Ungroup } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/overlays/MenuPopup.tsx'
import { useBuilder } from './builder.ts'
import type { Draft } from './drafts.ts'
import { depthOf, isGroup, leavesOf, move, type RuleNode, wrap } from './rule-tree.ts'
import { type KeyedAct, KEYS } from './use-rule-keys.ts'
import { useIsPhone } from '../../../ui/use-media-query.ts'

/** The actions on a condition or a group; on a phone without their keyboard shortcuts. */
export function useNodeMenu(node: RuleNode<Draft>): MenuItem[] {
  const { t } = useTranslation('segments')
  const { tree, acts } = useBuilder()
  const { id } = node
  const isPhone = useIsPhone()
  const hint = (act: KeyedAct) => (isPhone ? undefined : KEYS[act].join(' '))
  const isFull = leavesOf(tree).length + leavesOf(node).length > RULES_COUNT_MAX
  const goesNowhere = (direction: 'up' | 'down') => move(tree, id, direction, RULES_DEPTH_MAX) === tree
  return [
    {
      label: t('act.up'),
      icon: ArrowUp,
      hint: hint('up'),
      disabled: goesNowhere('up'),
      onSelect: () => acts.move(id, 'up'),
    },
    {
      label: t('act.down'),
      icon: ArrowDown,
      hint: hint('down'),
      disabled: goesNowhere('down'),
      onSelect: () => acts.move(id, 'down'),
    },
    isGroup(node)
      ? { label: t('act.ungroup'), icon: Ungroup, hint: hint('group'), onSelect: () => acts.unwrap(id) }
      : {
          label: t('act.group'),
          icon: GroupIcon,
          hint: hint('group'),
          disabled: depthOf(wrap(tree, id)) > RULES_DEPTH_MAX,
          onSelect: () => acts.wrap(id),
        },
    {
      label: t('act.duplicate'),
      icon: Copy,
      hint: hint('duplicate'),
      disabled: isFull,
      onSelect: () => acts.duplicate(id),
    },
    { separator: true },
    { label: t('act.remove'), icon: Trash2, hint: hint('remove'), danger: true, onSelect: () => acts.remove(id) },
  ]
}
