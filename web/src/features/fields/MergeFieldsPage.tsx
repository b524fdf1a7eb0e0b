import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listContacts, listMergeFields, type MergeField } from '@notifly/contracts/contacts/audience'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead, useReadPage } from '../../api/queries.ts'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { CountChip } from '../../ui/controls/ChipButton.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { AudienceFrame, ImportLink } from '../../components/contacts/AudienceFrame.tsx'
import { DeleteFieldDialog, MergeFieldDialog, RenameFieldDialog } from './FieldDialogs.tsx'
import { type FieldAct, isUnused, useFieldColumns, useFieldMenu } from './field-columns.tsx'

const state = z.object({
  search: z._default(z.string(), ''),
  sort: z._default(z.enum(['name', '-name', 'filled', '-filled']), 'name'),
  unused: z.optional(z.literal('true')),
})

/** Between two looks while values are being moved. */
const POLL_MS = 2000

/** What imports say of contacts beyond our own columns: types, fill rates, examples and uses; a tab of the audience. */
export function MergeFieldsPage() {
  return (
    <AudienceFrame tab="fields">
      <Fields />
    </AudienceFrame>
  )
}

function Fields() {
  const { t } = useTranslation('fields')
  const [{ search, sort, unused }, change] = useUrlState(state)
  const [isChanging, setChanging] = useState(false)
  const query = { uses: '1' } as const
  const { data, error, refetch } = useRead(listMergeFields, { query }, { pollMs: isChanging && POLL_MS })
  const contacts = useReadPage(listContacts, { query: { per_page: 1 } }).data?.paging.total
  const own = data?.filter(field => !field.built_in)
  const hasChanges = own?.some(field => field.change !== undefined) ?? false
  if (hasChanges !== isChanging) setChanging(hasChanges)
  const [act, setAct] = useState<FieldAct>()
  const columns = useFieldColumns(contacts)
  const menu = useFieldMenu(setAct)
  const unusedCount = own?.filter(isUnused).length
  const rows = own
    ?.filter(field => field.name.toLowerCase().includes(search.trim().toLowerCase()))
    .filter(field => unused === undefined || isUnused(field))
    .toSorted(orderOf(sort))
  if (error && !data) return <ReadFailure error={error} title={t('failed')} onRetry={() => void refetch()} />
  const clear = () => change({ search: '', unused: undefined })
  const isNarrowed = search !== '' || unused !== undefined
  return (
    <>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={field => field.name}
        rowName={field => field.name}
        sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
        onSort={({ column, descending }) =>
          change({ sort: `${descending ? '-' : ''}${column}` as z.output<typeof state>['sort'] })
        }
        rowMenu={menu}
        toolbar={
          <Toolbar find={<ListSearch search={search} change={change as never} placeholder={t('find')} />}>
            <CountChip
              label={t('unused')}
              count={unusedCount}
              pressed={unused !== undefined}
              onPress={() => change({ unused: unused === undefined ? 'true' : undefined })}
            />
          </Toolbar>
        }
        empty={isNarrowed ? <NothingFound title={t('noneFound')} filtered onClear={clear} /> : <NoFields />}
      />
      <Dialogs act={act} fields={own ?? []} onClose={() => setAct(undefined)} />
    </>
  )
}

function orderOf(sort: string): (one: MergeField, other: MergeField) => number {
  const sign = sort.startsWith('-') ? -1 : 1
  const byName = (one: MergeField, other: MergeField) => one.name.localeCompare(other.name)
  return sort.endsWith('filled')
    ? (one, other) => sign * (one.filled - other.filled) || byName(one, other)
    : (one, other) => sign * byName(one, other)
}

interface DialogsProps {
  act: FieldAct | undefined
  fields: readonly MergeField[]
  onClose: () => void
}

function Dialogs({ act, fields, onClose }: DialogsProps) {
  if (act === undefined) return null
  const dialog = { field: act.field, onClose }
  if (act.kind === 'rename') return <RenameFieldDialog {...dialog} />
  return act.kind === 'merge' ? <MergeFieldDialog {...dialog} fields={fields} /> : <DeleteFieldDialog {...dialog} />
}

function NoFields() {
  const { t } = useTranslation('fields')
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  return (
    <StateCard kind="empty" icon={Braces} title={t('empty')} actions={mayImport && <ImportLink />}>
      {t('emptyText')}
    </StateCard>
  )
}
