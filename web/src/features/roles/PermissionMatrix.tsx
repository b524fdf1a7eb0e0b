import { ACTIVITY_IDS, type ActivityId, LEVEL, type PermissionSet } from '@notifly/contracts/roles/activities'
import {
  exceedingActivities,
  type Column,
  COLUMNS,
  type Grant,
  hasCell,
  isTicked,
  normalGrant,
  tick,
  clearCell,
  waiting,
} from '@notifly/contracts/roles/permissions'
import { Check, Eye, Hourglass, Keyboard, type LucideIcon, Minus, Stamp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { ownRights } from '../../components/members/use-grantable-roles.ts'
import { MODULES, useRightWords } from '../../components/rights/activities.ts'
import { useUser } from '../../components/session/use-session.ts'
import { CheckMark } from '../../ui/controls/Checkbox.tsx'
import { CheckGrid, type CheckGridCell } from '../../ui/controls/CheckGrid.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { RoleFields } from './role-fields.ts'

const EVERYTHING = Object.fromEntries(
  MODULES.flatMap(module => module.activities.map(activity => [activity, [LEVEL.delete, 1]])),
) as PermissionSet

/** What the role may do: a tick brings along what it implies, and takes along what cannot be without it. */
export function PermissionMatrix({ form, readOnly }: { form: RoleFields; readOnly: boolean }) {
  const { t } = useTranslation('roles')
  const words = useRightWords()
  const own = ownRights(useUser())
  const set = form.watch('permission_set') as PermissionSet

  const cell = (row: string, column: string): CheckGridCell | undefined =>
    cellOf({ activity: Number(row) as ActivityId, column: column as Column, set, own, readOnly })
  const change = (row: string, column: string, checked: boolean) => {
    const activity = Number(row) as ActivityId
    const turn = checked ? tick : clearCell
    const next = { ...set, [row]: turn(activity, grantOf(set, activity), column as Column) }
    form.setValue('permission_set', next, { shouldDirty: true })
  }
  return (
    <Panel
      bare
      title={t('matrix.title')}
      actions={
        <MatrixLegend readOnly={readOnly} isLimited={!readOnly && exceedingActivities(own, EVERYTHING).length > 0} />
      }
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

const LINES: { id: string; icon: LucideIcon; ink: string; holds: (set: PermissionSet) => ActivityId[] }[] = [
  {
    id: 'writes',
    icon: Check,
    ink: 'text-success-ink',
    holds: set => {
      const held = waiting(set)
      return ACTIVITY_IDS.filter(id => levelOf(set, id) > LEVEL.read && !held.includes(id))
    },
  },
  { id: 'approves', icon: Stamp, ink: 'text-success-ink', holds: set => ACTIVITY_IDS.filter(id => set[id]?.[1] === 1) },
  { id: 'waits', icon: Hourglass, ink: 'text-warning-ink', holds: waiting },
  {
    id: 'reads',
    icon: Eye,
    ink: 'text-muted',
    holds: set => ACTIVITY_IDS.filter(id => levelOf(set, id) === LEVEL.read),
  },
  {
    id: 'nothing',
    icon: Minus,
    ink: 'text-muted',
    holds: set => ACTIVITY_IDS.filter(id => levelOf(set, id) === LEVEL.none),
  },
]

/** The matrix read aloud: what the role does at once, what waits, what it sees. */
export function InWords({ set }: { set: PermissionSet }) {
  const { t } = useTranslation('roles')
  const { list } = useDisplay()
  const name = useShortNames()
  const lines = LINES.map(line => ({ ...line, activities: line.holds(set) })).filter(line => line.activities.length > 0)
  return (
    <Panel title={t('words.title')}>
      <ul className="flex flex-col gap-2">
        {lines.map(({ id, icon, ink, activities }) => (
          <li key={id} className="flex gap-2">
            <Icon of={icon} size={14} className={`${ink} mt-0.5 shrink-0`} />
            <span className="text-ink-2">
              {activities.length === ACTIVITY_IDS.length
                ? t(`words.${id}All`)
                : t(`words.${id}`, { what: list(name(activities)) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function levelOf(set: PermissionSet, id: ActivityId): number {
  return set[id]?.[0] ?? LEVEL.none
}

/** Modules that are whole are called by their name, the others activity by activity. */
function useShortNames(): (activities: readonly ActivityId[]) => string[] {
  const words = useRightWords()
  return activities =>
    MODULES.flatMap(module => {
      const inside = module.activities.filter(id => activities.includes(id))
      const isWhole = inside.length === module.activities.length && inside.length > 1
      return isWhole ? [words.plainModule(module.id)] : inside.map(words.plain)
    })
}
