import { type AuditEntry, exportAudit, listAudit, listUsageLogs } from '@notifly/contracts/audit/audit'
import { ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { changeRows } from '../../components/changes/change-rows.ts'
import { useValueWords } from '../../components/changes/use-value-words.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { DownloadButton } from '../../components/files/DownloadButton.tsx'
import { PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useOpenRow } from '../../components/navigation/use-open-row.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { NameCell, TwoLines } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { AuditFilters, auditState, type AuditState, filterOf, isFiltered, NO_FILTER } from './AuditFilters.tsx'
import { ActorMark, EntryDrawer } from './EntryDrawer.tsx'
import { useEntryWords } from './use-entry-words.ts'

/** Who did what: every write and every decision in the application, or in the whole organization. */
export function UsageLogsPage() {
  const { t } = useTranslation('audit')
  const slug = useSlug()
  const zone = useZone()
  const zoneWords = useZoneWords()
  const [state, change] = useUrlState(auditState)
  const filter = filterOf(state)
  const query = { ...filter, page: state.page, per_page: PER_PAGE }
  const isWhole = state.scope === 'organization'
  const own = useReadPage(listUsageLogs, { query }, { enabled: !isWhole })
  const whole = useReadPage(listAudit, { query }, { enabled: isWhole })
  const list = isWhole ? whole : own
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
            {t('count', { count: total })}
            {zoneWords && ` · ${zoneWords}`}
          </>
        ) : null
      }
      actions={
        <DownloadButton
          endpoint={exportAudit}
          input={{ query: { ...filter, application_uuid: isWhole ? undefined : slug } }}
          name="audit-trail.csv"
          disabled={list.data?.paging.total === 0}
        >
          {t('export')}
        </DownloadButton>
      }
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
        toolbar={<AuditFilters state={state} change={change} />}
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

const FIELDS_NAMED = 3

/** What, to what, by whom, from where, when. */
export function useAuditColumns(zone: string | undefined, hrefOf: (id: string) => string): TableColumn<AuditEntry>[] {
  const { t } = useTranslation('audit')
  const { actionWords, actorWords, kindWords, objectWords } = useEntryWords()
  const { fieldWords } = useValueWords(zone)
  const { shortDate } = useDisplay(zone)
  const changed = ({ before, after }: AuditEntry): string => {
    if (before === null || after === null) return ''
    const fields = changeRows(before, after).map(row => fieldWords(row.field))
    const named = fields.slice(0, FIELDS_NAMED).join(', ')
    return fields.length > FIELDS_NAMED ? `${named}, +${fields.length - FIELDS_NAMED}` : named
  }
  return [
    {
      id: 'action',
      header: t('what'),
      skeleton: 'two-lines',
      cell: entry => <NameCell name={actionWords(entry.action)} href={hrefOf(entry.uuid)} sub={changed(entry)} />,
    },
    {
      id: 'object',
      header: t('object'),
      skeleton: 'two-lines',
      cell: ({ object }) => (
        <TwoLines sub={kindWords(object.type)}>
          <CutText>{objectWords(object)}</CutText>
        </TwoLines>
      ),
    },
    {
      id: 'actor',
      header: t('who'),
      skeleton: 'name',
      cell: ({ actor }) => (
        <span className="flex items-center gap-2">
          <span className="max-sm:hidden">
            <ActorMark actor={actor} name={actorWords(actor)} />
          </span>
          <CutText>{actorWords(actor)}</CutText>
        </span>
      ),
    },
    {
      id: 'address',
      header: t('address'),
      card: 'hidden',
      cell: ({ address }) => <bdi className="tnum text-ink-2">{address || '–'}</bdi>,
    },
    {
      id: 'at',
      header: t('when'),
      align: 'end',
      card: 'line',
      cell: ({ at }) => <span className="tnum whitespace-nowrap">{shortDate(Date.parse(at) / 1000)}</span>,
    },
  ]
}
