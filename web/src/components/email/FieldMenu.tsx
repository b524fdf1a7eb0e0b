import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listContacts, listMergeFields, type MergeField } from '@notifly/contracts/contacts/audience'
import { MAIL_FIELDS, SENDER_FIELDS } from '@notifly/contracts/templates/sender-fields'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../display/use-display.ts'
import { useCan } from '../session/use-session.ts'
import { useRead, useReadPage } from '../../api/queries.ts'
import { PartFailure } from '../states/PartFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'

/** The merge fields for a template, once they have loaded. Only for readers who may see contacts, unless `always`. */
export function useMergeFields({ always = false } = {}): readonly MergeField[] {
  return useFieldsRead(always).fields
}

/** As `useMergeFields`, and how the read went, for code that uses them only once. */
export function useFieldsRead(always = false) {
  const mayRead = useCan(ACTIVITY.audience, 'read')
  const { data, isLoading, error, refetch } = useRead(listMergeFields, {}, { enabled: always || mayRead })
  return { fields: (data ?? []).filter(isUsable), isLoading, error: data ? null : error, refetch }
}

/** Excludes fields whose values are being moved to another field. */
function isUsable({ change }: MergeField): boolean {
  return change === undefined
}

export interface FieldMenuProps {
  fields: readonly MergeField[]
  /** Called with `{{ first_name }}`, for example. */
  onInsert: (field: string) => void
  /** The text is part of an email. */
  mail?: boolean
}

/** Selects a merge field: shows its name, how many contacts have it, and an example. */
export function FieldMenu({ fields, onInsert, mail = false }: FieldMenuProps) {
  const { t } = useTranslation('templates')
  return (
    <Popover
      bare
      label={t('fields.insert')}
      className="w-90"
      trigger={
        <Button size="sm" variant="ghost" icon={Braces}>
          {t('fields.insert')}
        </Button>
      }
    >
      {close => (
        <FieldList
          fields={fields}
          sender={mail ? MAIL_FIELDS : SENDER_FIELDS}
          onChoose={name => {
            close()
            onInsert(`{{ ${name} }}`)
          }}
        />
      )}
    </Popover>
  )
}

interface FieldListProps {
  fields: readonly MergeField[]
  sender: readonly (typeof MAIL_FIELDS)[number][]
  onChoose: (name: string) => void
}

function FieldList({ fields, sender, onChoose }: FieldListProps) {
  const { t } = useTranslation('templates')
  const { percent } = useDisplay()
  const [search, setSearch] = useState('')
  // Whoever gave the fields reads them; here only whether that failed.
  const { data, error, refetch } = useRead(listMergeFields, {}, { enabled: false })
  // Until the total is known, and for readers who may not see contacts, the field with the most values stands for 100
  // %.
  const fullest = Math.max(1, ...fields.map(field => field.filled))
  const contacts = useReadPage(listContacts, { query: { per_page: 1 } }, { enabled: useCan(ACTIVITY.audience, 'read') })
  const all = Math.max(contacts.data?.paging.total ?? 0, fullest)
  const wanted = search.trim().toLowerCase()
  const found = fields
    .filter(field => field.name.toLowerCase().includes(wanted))
    .toSorted((a, b) => b.filled - a.filled || Number(a.built_in) - Number(b.built_in))
  const own = sender.filter(name => name.includes(wanted))
  return (
    <div className="flex max-h-90 flex-col">
      <div className="p-2">
        <SearchInput wide value={search} onChange={setSearch} placeholder={t('fields.find')} />
      </div>
      {error && !data && (
        <div className="px-2 pb-2">
          <PartFailure error={error} title={t('fields.failed')} onRetry={() => void refetch()} />
        </div>
      )}
      <ul className="min-h-0 overflow-y-auto pb-1">
        {found.map(field => (
          <Row
            key={field.name}
            name={field.name}
            sample={field.sample ?? t('fields.noSample')}
            end={percent(field.filled / all)}
            onChoose={onChoose}
          />
        ))}
        {own.map(name => (
          <Row key={name} name={name} sample={t(`fields.own.${name}`)} end="" onChoose={onChoose} />
        ))}
        {found.length + own.length === 0 && <li className="px-3 py-2 text-muted">{t('fields.none')}</li>}
      </ul>
    </div>
  )
}

interface RowProps {
  name: string
  sample: string
  end: string
  onChoose: (name: string) => void
}

function Row({ name, sample, end, onChoose }: RowProps) {
  const { t } = useTranslation('templates')
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(name)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3 py-1.5 text-start outline-offset-[-2px] hover:bg-hover"
      >
        <bdi className="truncate font-mono text-12 text-ink">{name}</bdi>
        {end && (
          <span className="tnum text-12 text-muted" title={t('fields.filled', { share: end })}>
            {end}
          </span>
        )}
        <bdi className="col-span-2 truncate text-12 text-muted">{sample}</bdi>
      </button>
    </li>
  )
}
