import type { FieldUse, MergeField } from '@notifly/contracts/contacts/audience'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Merge, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { ValueOrDash } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

export interface FieldAct {
  kind: 'rename' | 'merge' | 'delete'
  field: MergeField
}

/** Name, type, fill rate, a value as an example, and what names the field. */
export function useFieldColumns(contacts: number | undefined): TableColumn<MergeField>[] {
  const { t } = useTranslation('fields')
  const { number, percent } = useDisplay()
  const usedBy = (use: FieldUse) =>
    [
      use.segments.length > 0 && t('segments', { count: use.segments.length }),
      use.templates.length > 0 && t('templates', { count: use.templates.length }),
      use.campaigns.length > 0 && t('campaigns', { count: use.campaigns.length }),
      use.forms.length > 0 && t('forms', { count: use.forms.length }),
    ]
      .filter(Boolean)
      .join(', ')
  const titleOf = (use: FieldUse) =>
    [...use.segments, ...use.templates, ...use.campaigns, ...use.forms].map(({ name }) => name).join('\n')
  return [
    {
      id: 'name',
      header: t('name'),
      sortable: true,
      skeleton: 'text',
      cell: ({ name, change }) => (
        <span className={change && 'block py-2'}>
          <bdi className="font-mono text-12 font-medium wrap-anywhere">{name}</bdi>
          {change && <FieldProgress change={change} />}
        </span>
      ),
    },
    {
      id: 'type',
      header: t('type'),
      skeleton: 'badge',
      card: 'badge',
      cell: ({ type }) => <Badge type="secondary">{t(`types.${type}`)}</Badge>,
    },
    {
      id: 'sample',
      header: t('sample'),
      skeleton: 'text',
      card: 'line',
      cell: ({ sample }) => (
        <ValueOrDash>
          {sample && (
            <bdi title={sample} className="block max-w-60 truncate text-ink-2">
              {sample}
            </bdi>
          )}
        </ValueOrDash>
      ),
    },
    {
      id: 'uses',
      header: t('usedBy'),
      skeleton: 'text',
      card: 'line',
      cell: field => {
        if (field.uses === undefined) return null
        if (isUnused(field)) return <span className="text-muted">{t('nobody')}</span>
        return (
          <span title={titleOf(field.uses)} className="text-ink-2">
            {usedBy(field.uses)}
          </span>
        )
      },
    },
    {
      id: 'filled',
      header: t('filled'),
      align: 'end',
      sortable: true,
      cell: ({ filled }) => (
        <span className="tnum">
          {number(filled)}
          {contacts !== undefined && contacts > 0 && (
            <span className="ms-2 inline-block min-w-14 text-muted">{percent(Math.min(1, filled / contacts))}</span>
          )}
        </span>
      ),
    },
  ]
}

/**
 * The acts on a field that the reader may do; undefined where there is none. What is named somewhere is not deleted, and what
 * is being changed is left alone.
 */
export function useFieldMenu(open: (act: FieldAct) => void) {
  const { t } = useTranslation('fields')
  const mayChange = useCan(ACTIVITY.audience, 'update')
  const mayDelete = useCan(ACTIVITY.audience, 'delete')
  if (!mayChange && !mayDelete) return undefined
  return (field: MergeField): MenuItem[] => {
    if (field.change !== undefined) return []
    return [
      mayChange && { label: t('rename.open'), icon: Pencil, onSelect: () => open({ kind: 'rename', field }) },
      mayChange && { label: t('merge.open'), icon: Merge, onSelect: () => open({ kind: 'merge', field }) },
      mayDelete && {
        label: t('delete.open'),
        icon: Trash2,
        danger: true,
        disabled: field.uses !== undefined && !isUnused(field),
        onSelect: () => open({ kind: 'delete', field }),
      },
    ]
  }
}

/** How many contacts' values have moved to the other field, or are gone, of a change that is under way. */
function FieldProgress({ change: { into, done, total } }: { change: NonNullable<MergeField['change']> }) {
  const { t } = useTranslation('fields')
  const label = into === null ? t('change.deleting') : t('change.moving', { name: into })
  const shown = t('change.done', { done: Math.min(done, total), total })
  return (
    <span className="mt-1.5 flex max-w-60 flex-col gap-1 text-12 text-ink-2">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="wrap-anywhere">{label}</span>
        <span className="tnum text-muted">{shown}</span>
      </span>
      <ProgressBar
        size="thin"
        label={label}
        valueText={shown}
        segments={[{ share: total === 0 ? 1 : Math.min(1, done / total) }]}
      />
    </span>
  )
}

/** Nothing names the field; false while that is not known. */
export function isUnused({ uses }: MergeField): boolean {
  return uses !== undefined && uses.segments.length + uses.templates.length + uses.campaigns.length === 0
}
