import { type ActivityId, LEVEL, type PermissionSet } from '@notifly/contracts/roles/activities'
import {
  beyond,
  type Column,
  COLUMNS,
  type Grant,
  hasCell,
  isTicked,
  normalGrant,
  tick,
  untick,
} from '@notifly/contracts/roles/permissions'
import { Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MODULES, useRightWords } from '../../components/rights/activities.ts'
import { useUser } from '../../components/session/use-session.ts'
import { CheckGrid, type CheckGridCell } from '../../ui/controls/CheckGrid.tsx'
import { CheckMark } from '../../ui/controls/Checkbox.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ownRights } from './use-lock.ts'
import type { RoleFields } from './role-fields.ts'

const EVERYTHING = Object.fromEntries(
  MODULES.flatMap(module => module.activities.map(activity => [activity, [LEVEL.delete, 1]])),
) as PermissionSet

/** What the role may do: a tick brings along what it implies, and takes along what cannot stand without it. */
export function PermissionMatrix({ form, readOnly }: { form: RoleFields; readOnly: boolean }) {
  const { t } = useTranslation('roles')
  const words = useRightWords()
  const own = ownRights(useUser())
  const set = form.watch('permission_set') as PermissionSet

  const cell = (row: string, column: string): CheckGridCell | undefined =>
    cellOf({ activity: Number(row) as ActivityId, column: column as Column, set, own, readOnly })
  const change = (row: string, column: string, checked: boolean) => {
    const activity = Number(row) as ActivityId
    const turn = checked ? tick : untick
    const next = { ...set, [row]: turn(activity, grantOf(set, activity), column as Column) }
    form.setValue('permission_set', next, { shouldDirty: true })
  }
  return (
    <Panel
      bare
      title={t('matrix.title')}
      actions={<MatrixLegend readOnly={readOnly} isLimited={!readOnly && beyond(own, EVERYTHING).length > 0} />}
    >
      <CheckGrid
        label={t('matrix.title')}
        heads={{ group: t('matrix.module'), row: t('matrix.activity'), hint: t('matrix.id') }}
        columns={COLUMNS.map(id => ({ id, label: t(`matrix.columns.${id}`), apart: id === 'approve' }))}
        groups={MODULES.map(({ id, activities }) => ({
          id,
          label: words.module(id),
          rows: activities.map(activity => ({ id: String(activity), label: words.activity(activity), hint: activity })),
        }))}
        cell={cell}
        onChange={change}
        readOnly={readOnly}
      />
    </Panel>
  )
}

interface Asked {
  activity: ActivityId
  column: Column
  set: PermissionSet
  own: PermissionSet
  readOnly: boolean
}

/** Hidden where the activity has no such cell, locked where the user has not got it to give. */
function cellOf({ activity, column, set, own, readOnly }: Asked): CheckGridCell | undefined {
  if (!hasCell(activity, column)) return undefined
  const grant = grantOf(set, activity)
  const mayGive = isTicked(normalGrant(activity, grantOf(own, activity)), column)
  return {
    checked: isTicked(grant, column),
    implied: column !== 'approve' && grant[0] > LEVEL[column],
    disabled: !readOnly && !mayGive,
  }
}

function grantOf(set: PermissionSet, activity: ActivityId): Grant {
  return set[activity] ?? [LEVEL.none, 0]
}

function MatrixLegend({ readOnly, isLimited }: { readOnly: boolean; isLimited: boolean }) {
  const { t } = useTranslation('roles')
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2">
      <span className="flex items-center gap-1.5">
        <CheckMark /> {t('matrix.ticked')}
      </span>
      <span className="flex items-center gap-1.5">
        <CheckMark implied /> {t('matrix.implied')}
      </span>
      {isLimited && (
        <span className="flex items-center gap-1.5">
          <CheckMark locked /> {t('matrix.locked')}
        </span>
      )}
      {!readOnly && (
        <span className="flex items-center gap-1.5 text-muted max-sm:hidden">
          <Icon of={Keyboard} size={14} /> {t('matrix.keys')}
        </span>
      )}
    </span>
  )
}
