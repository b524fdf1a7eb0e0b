import { exportAudit, listAudit } from '@notifly/contracts/audit/audit'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/download.ts'
import { useReadPage } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useOpenRow } from '../../components/navigation/use-open-row.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { auditState, type AuditState, filterOf, isFiltered, NO_FILTER } from './audit-address.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { EntryDrawer } from './EntryDrawer.tsx'
import { useEntryWords } from './use-entry-words.ts'

/** The audit trail: every write and every decision in the organization. */
export function UsageLogsPage() {
  const { t } = useTranslation('audit')
  const slug = useSlug()
  const { number } = useDisplay()
  const zone = useZone()
  const zoneWords = useZoneWords()
  const [state, change] = useUrlState(auditState)
  const list = useReadPage(listAudit, { query: { ...filterOf(state, slug), page: state.page, per_page: PER_PAGE } })
  const { openId, hrefOf, show, stepFrom } = useOpenRow('entry-')
  const { objectWords } = useEntryWords()
  const columns = useAuditColumns(zone, hrefOf)
  const rows = list.data?.rows
  const total = list.data?.paging.total ?? 0
  return (
    <TitledPage
      title={t('title')}
      facts={
        list.data ? (
          <>
            {t('count', { count: total, shown: number(total) })}
            {zoneWords && ` · ${zoneWords}`}
          </>
        ) : (
          t('about')
        )
      }
      actions={<ExportButton state={state} />}
    >
      <ListTable
        list={list}
        page={state.page}
        change={change}
        failed={t('failed')}
        label={t('title')}
        columns={columns}
        rowId={entry => entry.uuid}
        rowName={entry => objectWords(entry.object)}
        currentRow={openId}
        toolbar={<AuditFilters zone={zone} state={state} change={change} />}
        empty={<NoEntries state={state} onClear={() => change(NO_FILTER)} />}
      />
      <EntryDrawer
        entry={rows?.find(({ uuid }) => uuid === openId)}
        zone={zone}
        onClose={() => show(null)}
        onPrevious={stepFrom(rows, -1)}
        onNext={stepFrom(rows, 1)}
      />
    </TitledPage>
  )
}

function ExportButton({ state }: { state: AuditState }) {
  const slug = useSlug()
  const { t } = useTranslation('audit')
  const [isExporting, setExporting] = useState(false)
  const exportCsv = () => {
    setExporting(true)
    download(exportAudit, { query: filterOf(state, slug) }, 'audit-trail.csv')
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        announce({ tone: 'danger', message: error })
      })
      .finally(() => setExporting(false))
  }
  return (
    <Button icon={Download} loading={isExporting} onClick={exportCsv}>
      {t('export')}
    </Button>
  )
}

function NoEntries({ state, onClear }: { state: AuditState; onClear: () => void }) {
  const { t } = useTranslation('audit')
  if (isFiltered(state)) {
    return (
      <NothingFound filtered title={t('noneFound')} onClear={onClear}>
        {t('noneFoundText')}
      </NothingFound>
    )
  }
  return (
    <StateCard kind="empty" icon={ScrollText} title={t('none')}>
      {t('noneText')}
    </StateCard>
  )
}
