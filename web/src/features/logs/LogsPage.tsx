import { LOG_COUNTED_MAX, listLogs, type LogEntry } from '@notifly/contracts/logs/logs'
import { Logs } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useOpenRow } from '../../components/navigation/use-open-row.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { joined } from '../../locales/isolated.ts'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { filterOf, isFiltered, logState, NO_FILTER } from './log-state.ts'
import { titleOf, useLogColumns } from './log-columns.tsx'
import { LogDetail } from './LogDetail.tsx'
import { LogFilters } from './LogFilters.tsx'
import { LogPanel } from './LogPanel.tsx'
import { LogBegin, LogReach } from './LogReach.tsx'
import { useLogWords } from './use-log-words.ts'

const PAGE_LINKS = 8
const EDITABLE = 'input, textarea, select, [role="menu"], [role="listbox"], [role="radiogroup"], [role="dialog"]'

/** Requests to providers, requests from outside, and API calls of programs: a list, and the selected entry beside it. */
export function LogsPage() {
  const { t } = useTranslation('logs')
  const zone = useZone()
  const zoneWords = useZoneWords()
  const [state, change] = useUrlState(logState)
  const list = useReadPage(listLogs, { query: { ...filterOf(state), page: state.page, per_page: PER_PAGE } })
  const { openId, hrefOf, show, stepFrom } = useOpenRow('entry-')
  const isWide = useMediaQuery('(width >= 80rem)')
  const isBeside = isWide && openId !== null
  const columns = useLogColumns({ zone, hrefOf, isNarrow: isBeside })
  const steps = list.data?.rows.map(({ id }) => ({ uuid: id }))
  const [onPrevious, onNext] = [stepFrom(steps, -1), stepFrom(steps, 1)]
  useStepKeys(isBeside, onPrevious, onNext)
  const total = list.data?.paging.total ?? 0
  const newest = state.before === undefined && t('newest', { count: total })
  const facts = total >= LOG_COUNTED_MAX ? newest : t('count', { count: total })
  const open = { openId, entry: list.data?.rows.find(({ id }) => id === openId), zone, onPrevious, onNext }
  return (
    <TitledPage title={t('title')} facts={list.data ? joined([facts, zoneWords]) : null}>
      <div className={isBeside ? 'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-4' : undefined}>
        <div className="min-w-0">
          <ListTable
            list={list}
            page={state.page}
            change={change}
            failed={t('failed')}
            label={t('title')}
            columns={columns}
            rowId={({ id }) => id}
            currentRow={openId}
            pageLinks={PAGE_LINKS}
            toolbar={
              <>
                <LogFilters state={state} change={(next, options) => change({ before: undefined, ...next }, options)} />
                <LogBegin state={state} change={change} />
              </>
            }
            empty={<NoEntries filtered={isFiltered(state)} onClear={() => change(NO_FILTER)} />}
          />
          {list.data && <LogReach paging={list.data.paging} state={state} change={change} />}
        </div>
        <OpenEntry isWide={isWide} onClose={() => show(null)} {...open} />
      </div>
    </TitledPage>
  )
}

/**
 * Arrow keys select the next entry while one is open beside the list. They work wherever the focus is, since an element of the previous
 * entry that had it is removed with that entry.
 */
function useStepKeys(isOn: boolean, onPrevious: (() => void) | undefined, onNext: (() => void) | undefined): void {
  useEffect(() => {
    if (!isOn) return
    const step = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest(EDITABLE)) return
      const move = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : undefined
      if (move === undefined) return
      event.preventDefault()
      event.stopPropagation()
      move()
    }
    document.addEventListener('keydown', step, true)
    return () => document.removeEventListener('keydown', step, true)
  }, [isOn, onPrevious, onNext])
}

interface OpenEntryProps {
  isWide: boolean
  openId: string | null
  entry: LogEntry | undefined
  zone: string | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** Beside the list, or above it if there is no room. */
function OpenEntry({ isWide, openId, entry, zone, onClose, onPrevious, onNext }: OpenEntryProps) {
  const { t } = useTranslation('logs')
  const words = useLogWords()
  const title = entry === undefined ? t('entry') : titleOf(entry, words)
  const content = openId !== null && <LogDetail id={openId} zone={zone} />
  if (!isWide) {
    return (
      <Drawer
        open={openId !== null}
        onOpenChange={onClose}
        title={<bdi>{title}</bdi>}
        onPrevious={onPrevious}
        onNext={onNext}
      >
        {content}
      </Drawer>
    )
  }
  if (openId === null) return null
  return (
    <LogPanel title={<bdi>{title}</bdi>} onClose={onClose} onPrevious={onPrevious} onNext={onNext}>
      {content}
    </LogPanel>
  )
}

function NoEntries({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation('logs')
  if (filtered) {
    return (
      <NothingFound filtered title={t('noneFound')} onClear={onClear}>
        {t('noneFoundText')}
      </NothingFound>
    )
  }
  return (
    <StateCard kind="empty" icon={Logs} title={t('none')}>
      {t('noneText')}
    </StateCard>
  )
}
