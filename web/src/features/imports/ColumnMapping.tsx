import {
  type ColumnMapping as Mapping,
  type ColumnPreview,
  IGNORED_COLUMN,
  KNOWN_COLUMNS,
} from '@notifly/contracts/imports/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { Option } from '../../ui/controls/options/option.ts'
import { Select } from '../../ui/controls/options/Select.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

const MERGE = 'merge'

export interface ColumnMappingProps {
  columns: readonly ColumnPreview[]
  /** The column without which the file cannot be read. */
  required: 'email' | 'phone_number'
  onApply: (mapping: Mapping) => void
  onCancel?: () => void
}

/** Lets the reader map the columns of a file to fields. */
export function ColumnMapping({ columns, required, onApply, onCancel }: ColumnMappingProps) {
  const { t } = useTranslation(['imports', 'common'])
  const [targets, setTargets] = useState(() => columns.map(({ suggestion }) => suggestion))
  const change = (at: number, target: string) =>
    setTargets(targets.map((each, index) => (index === at ? target : each)))
  const doubled = KNOWN_COLUMNS.find(known => targets.filter(target => target === known).length > 1)
  const isComplete = targets.includes(required) && targets.every(target => target.trim() !== '')
  return (
    <section aria-label={t('mapping.title')} className="flex flex-col gap-3">
      <div>
        <h3 className="font-semibold">{t('mapping.title')}</h3>
        <p className="text-ink-2">{t(`mapping.lead.${required}`)}</p>
      </div>
      <ul className="overflow-clip rounded-3 border border-line">
        {columns.map((column, index) => (
          <MappingRow
            key={`${index} ${column.name}`}
            column={column}
            target={targets[index] ?? ''}
            onChange={target => change(index, target)}
          />
        ))}
      </ul>
      <div aria-live="polite" className="text-danger-ink empty:hidden">
        {doubled !== undefined && t('mapping.doubled', { column: doubled })}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={!isComplete || doubled !== undefined}
          onClick={() => onApply(Object.fromEntries(columns.map(({ name }, index) => [name, targets[index] ?? name])))}
        >
          {t('mapping.apply')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common:ui.cancel')}</Button>}
      </div>
    </section>
  )
}

interface MappingRowProps {
  column: ColumnPreview
  target: string
  onChange: (target: string) => void
}

function MappingRow({ column: { name, type, samples, suggestion }, target, onChange }: MappingRowProps) {
  const { t } = useTranslation('imports')
  const isOurs = KNOWN_COLUMNS.some(known => known === target)
  const choice = isOurs || target === IGNORED_COLUMN ? target : MERGE
  const ownName = KNOWN_COLUMNS.some(known => known === suggestion) ? name.toLowerCase() : suggestion
  const options: Option[] = [
    { value: MERGE, label: t('mapping.merge') },
    { value: IGNORED_COLUMN, label: t('mapping.ignore') },
    ...KNOWN_COLUMNS.map(known => ({ value: known, label: known, group: t('mapping.ours') })),
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line p-3 last:border-b-0">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          <Badge>{t(`mapping.types.${type}`)}</Badge>
        </p>
        <p className="truncate text-12 text-muted">
          <bdi>{samples.length > 0 ? samples.join(' · ') : t('mapping.noValues')}</bdi>
        </p>
      </div>
      <div className="flex flex-[1_1_14rem] flex-col gap-2">
        <Select
          aria-label={t('mapping.becomes', { name })}
          options={options}
          value={choice}
          onChange={next => onChange(next === MERGE ? ownName : next)}
        />
        {choice === MERGE && (
          <TextInput
            aria-label={t('mapping.fieldName', { name })}
            value={target}
            maxLength={100}
            onChange={event => onChange(event.currentTarget.value)}
          />
        )}
      </div>
    </li>
  )
}
