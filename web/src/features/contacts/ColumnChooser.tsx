import { listMergeFields } from '@notifly/contracts/contacts/audience'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { DEFAULT_COLUMNS, OWN_COLUMNS } from './contacts-address.ts'

/** From this many choices on they can be searched. */
const SEARCHED_FROM = 20

export interface ColumnChooserProps {
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** Which columns the list shows: our own, and every merge field of the application. */
export function ColumnChooser({ chosen, onChange }: ColumnChooserProps) {
  const { t } = useTranslation(['contacts', 'common'])
  return (
    <Popover
      align="end"
      className="w-64"
      title={t('columns.title')}
      trigger={
        <Button icon={Columns3} size="sm">
          <span className="max-sm:sr-only">{t('columns.open')}</span>
        </Button>
      }
      footer={
        <Button size="sm" variant="ghost" onClick={() => onChange(DEFAULT_COLUMNS)}>
          {t('columns.usual')}
        </Button>
      }
    >
      <Choices chosen={chosen} onChange={onChange} />
    </Popover>
  )
}

function Choices({ chosen, onChange }: ColumnChooserProps) {
  const { t } = useTranslation(['contacts', 'common'])
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useRead(listMergeFields, {})
  // Until the fields are known, the chosen ones stand for them, so that no choice is lost.
  const fields = data
    ? data.filter(field => !field.built_in).map(({ name }) => name)
    : chosen.filter(id => id.startsWith('f.')).map(id => id.slice(2))
  const all = [
    ...OWN_COLUMNS.map(id => ({ id: id as string, label: t(`columns.${id}`), isField: false })),
    ...fields.map(name => ({ id: `f.${name}`, label: name, isField: true })),
  ]
  const shown = all.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
  const toggle = (id: string, on: boolean) =>
    onChange(all.map(column => column.id).filter(each => (each === id ? on : chosen.includes(each))))
  const row = ({ id, label, isField }: (typeof all)[number]) => (
    <Checkbox
      key={id}
      checked={chosen.includes(id)}
      onChange={on => toggle(id, on)}
      label={isField ? <bdi className="font-mono text-12 wrap-anywhere">{label}</bdi> : label}
    />
  )
  return (
    <div className="flex flex-col gap-2">
      {all.length >= SEARCHED_FROM && (
        <TextInput
          size="sm"
          value={search}
          onChange={event => setSearch(event.target.value)}
          placeholder={t('columns.find')}
          aria-label={t('columns.find')}
        />
      )}
      <div className="flex max-h-72 flex-col gap-1.5 overflow-y-auto py-0.5">
        {shown.filter(column => !column.isField).map(row)}
        {shown.some(column => column.isField) && (
          <p className="pt-1.5 text-12 font-medium text-muted">{t('columns.mergeFields')}</p>
        )}
        {shown.filter(column => column.isField).map(row)}
        {shown.length === 0 && <p className="text-muted">{t('columns.none')}</p>}
      </div>
      {error && !data && <PartFailure error={error} title={t('columns.failed')} onRetry={() => void refetch()} />}
    </div>
  )
}
