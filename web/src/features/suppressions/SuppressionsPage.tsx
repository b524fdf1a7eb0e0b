import { CHANNELS } from '@notifly/contracts/applications/applications'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  SUPPRESSION_CHANNELS,
  SUPPRESSION_REASONS,
  type Suppression,
  exportSuppressions,
  listSuppressions,
} from '@notifly/contracts/suppressions/suppressions'
import { Download, MailX, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { AudienceFrame } from '../../components/contacts/AudienceFrame.tsx'
import { PER_PAGE, listFields } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { CorrectRemoval, RemoveSuppressionDialog } from './RemoveSuppressionDialog.tsx'
import { reasonsOf, useSuppressionColumns } from './suppression-columns.tsx'
import { DownloadButton } from '../../components/files/DownloadButton.tsx'
import { saveDownload } from '../../components/lists/save-download.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { AddSuppressionDialog } from './AddSuppressionDialog.tsx'
import { ImportSuppressionsDialog } from './ImportSuppressionsDialog.tsx'

const state = z.object({
  ...listFields,
  channel: z._default(z.enum(['', ...CHANNELS]), ''),
  /** Several separated by commas. */
  reason: z._default(z.string(), ''),
})

const NO_FILTER = { search: '', channel: '', reason: '', page: 1 } as const

/** Addresses that nothing is sent to, and why: the third tab of the audience. */
export function SuppressionsPage() {
  const mayRead = useCan(ACTIVITY.audience, 'read')
  return (
    <AudienceFrame tab="suppressions" actions={mayRead && <SuppressionActions />}>
      <CorrectRemoval />
      <SuppressionsTable />
    </AudienceFrame>
  )
}

/** The page of the list that the address asks for, and its filter. */
function useSuppressions() {
  const [{ page, search, channel, reason }] = useUrlState(state)
  const filter = { search, ...(channel !== '' && { channel }), reason: reasonsOf(reason).join(',') }
  const list = useReadPage(listSuppressions, { query: { ...filter, page, per_page: PER_PAGE } })
  return { filter, list }
}

function SuppressionsTable() {
  const { t } = useTranslation(['consent', 'common'])
  const [{ page, channel, reason, search }, change] = useUrlState(state)
  const [removing, setRemoving] = useState<Suppression>()
  const { filter, list } = useSuppressions()
  const isFiltered = search !== '' || channel !== '' || filter.reason !== ''
  return (
    <>
      <ListTable
        list={list}
        page={page}
        change={change}
        failed={t('suppressions.failed')}
        label={t('suppressions.title')}
        columns={useSuppressionColumns()}
        rowId={row => row.uuid}
        rowName={row => row.address}
        rowMenu={useRowMenu(setRemoving)}
        search={search}
        find={t('suppressions.find')}
        filters={
          <>
            <FilterChip
              label={t('suppressions.channel')}
              allText={t('suppressions.all')}
              value={channel === '' ? null : channel}
              onChange={value => change({ channel: (value ?? '') as typeof channel, page: 1 })}
              options={SUPPRESSION_CHANNELS.map(value => ({ value, label: t(`common:channel.${value}`) }))}
            />
            <FilterChip
              multiple
              label={t('suppressions.reason')}
              allText={t('suppressions.all')}
              value={reasonsOf(reason)}
              onChange={values => change({ reason: values.join(','), page: 1 })}
              options={SUPPRESSION_REASONS.map(value => ({ value, label: t(`reasons.${value}`) }))}
            />
          </>
        }
        empty={<NoSuppressions isFiltered={isFiltered} onClear={() => change(NO_FILTER)} />}
      />
      {removing && <RemoveSuppressionDialog suppression={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function NoSuppressions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation('consent')
  if (isFiltered) {
    return (
      <NothingFound filtered title={t('suppressions.noneFound')} onClear={onClear}>
        {t('suppressions.noneFoundText')}
      </NothingFound>
    )
  }
  return (
    <StateCard kind="empty" icon={MailX} title={t('suppressions.empty')}>
      {t('suppressions.emptyText')}
    </StateCard>
  )
}

function useRowMenu(onRemove: (row: Suppression) => void): (row: Suppression) => MenuItem[] {
  const { t } = useTranslation('consent')
  const mayRemove = useCan(ACTIVITY.audience, 'delete')
  return row => [
    mayRemove && {
      label: t('remove.open'),
      icon: Trash2,
      danger: true,
      disabled: row.approval_uuid !== undefined,
      hint: row.approval_uuid && t('remove.waits'),
      onSelect: () => onRemove(row),
    },
  ]
}

/** The head of the suppression list. */

const FILE_NAME = 'suppression-list.csv'

/** Export, import and adding; on a phone the first two are behind three dots. */
function SuppressionActions() {
  const { t } = useTranslation('consent')
  const isPhone = useIsPhone()
  const mayAdd = useCan(ACTIVITY.audience, 'create')
  const [isImporting, setImporting] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const openImport = { label: t('import.open'), icon: Upload, onSelect: () => setImporting(true) }
  const { filter, list } = useSuppressions()
  const input = { query: filter }
  const disabled = list.data?.paging.total === 0
  const save = {
    label: t('suppressions.export'),
    icon: Download,
    disabled,
    onSelect: () => void saveDownload(exportSuppressions, input, FILE_NAME),
  }
  return (
    <>
      {!isPhone && (
        <>
          <DownloadButton endpoint={exportSuppressions} input={input} name={FILE_NAME} disabled={disabled}>
            {save.label}
          </DownloadButton>
          {mayAdd && (
            <Button icon={Upload} onClick={openImport.onSelect}>
              {openImport.label}
            </Button>
          )}
        </>
      )}
      {mayAdd && (
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          {t('add.open')}
        </Button>
      )}
      {isPhone && <RowMenu items={[save, mayAdd && openImport]} name={t('suppressions.title')} />}
      {isImporting && <ImportSuppressionsDialog onClose={() => setImporting(false)} />}
      {isAdding && <AddSuppressionDialog onClose={() => setAdding(false)} />}
    </>
  )
}
