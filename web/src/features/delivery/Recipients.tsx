import { listRecipients, type Recipient, type RunProgress } from '@notifly/contracts/deliveries'
import type { Channel } from '@notifly/contracts/applications'
import { SearchX, UserX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Section, Toolbar } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { isOpen } from './run-figures.ts'
import { RecipientDrawer } from './RecipientDrawer.tsx'
import { StatusChips } from './StatusChips.tsx'
import { useRecipientColumns } from './recipient-columns.tsx'
import { useOpenRecipient } from './use-open-recipient.ts'
import { PER_PAGE, sortOf, type RecipientState, type RecipientSort } from './run-address.ts'
import type { Moments } from './use-moments.ts'

const SEARCH_PAUSE_MS = 300
const LIVE_POLL_MS = 3000

export interface RecipientsProps {
  run: RunProgress
  channel: Channel
  uuid: string
  state: RecipientState
  change: (change: Partial<RecipientState>, options?: { replace?: boolean }) => void
  moments: Moments
}

/** Everybody in a run: filtered, searched and paged by the address; one of them in a drawer. */
export function Recipients({ run, channel, uuid, state, change, moments }: RecipientsProps) {
  const { t } = useTranslation('delivery')
  const { search, status, page } = state
  const sort = sortOf(state, run.matched)
  const params = { notification_type: channel, uuid }
  const { openId, hrefOf, close, stepFrom } = useOpenRecipient()
  const list = useReadPage(
    listRecipients,
    { params, query: { search, status, sort, page, per_page: PER_PAGE } },
    // Whoever looks at one recipient steps through a list that stands still.
    { pollMs: isOpen(run) && openId === null && LIVE_POLL_MS },
  )
  const rows = list.data?.rows
  const isPhone = useIsPhone()
  const columns = useRecipientColumns(moments, hrefOf)
  const isFiltered = search !== '' || status !== ''
  const clear = () => change({ search: '', status: '', page: 1 })
  const find = (
    <SearchInput
      value={search}
      onChange={text => change({ search: text, page: 1 }, { replace: true })}
      placeholder={t('recipients.find')}
      debounceMs={SEARCH_PAUSE_MS}
      shortcut
      wide={isPhone}
    />
  )
  return (
    <Section title={t('recipients.title')}>
      {list.error && !list.data ? (
        <ReadFailure error={list.error} title={t('recipients.failed')} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t('recipients.title')}
          dense
          columns={columns}
          rows={rows}
          rowId={recipient => recipient.uuid}
          rowName={nameOf}
          currentRow={openId}
          fetching={list.isPlaceholderData}
          sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
          onSort={({ column, descending }) =>
            change({ sort: `${descending ? '-' : ''}${column}` as RecipientSort, page: 1 })
          }
          toolbar={
            <>
              {isPhone && <div className="mb-2 flex">{find}</div>}
              <Toolbar>
                {!isPhone && find}
                <StatusChips run={run} status={status} onStatus={next => change({ status: next, page: 1 })} />
              </Toolbar>
            </>
          }
          empty={<NoRecipients isFiltered={isFiltered} onClear={clear} />}
          footer={
            <Pagination
              page={page}
              perPage={PER_PAGE}
              total={list.data?.paging.total ?? 0}
              onPage={next => change({ page: next })}
            />
          }
        />
      )}
      <RecipientDrawer
        channel={channel}
        uuid={uuid}
        openId={openId}
        moments={moments}
        onClose={close}
        onPrevious={stepFrom(rows, -1)}
        onNext={stepFrom(rows, 1)}
      />
    </Section>
  )
}

function nameOf(recipient: Recipient): string {
  return recipient.name || recipient.email || recipient.contact_uuid
}

function NoRecipients({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation('delivery')
  return useMemo(
    () =>
      isFiltered ? (
        <StateCard
          kind="empty"
          icon={SearchX}
          title={t('recipients.noneFound')}
          actions={<Button onClick={onClear}>{t('clearFilters')}</Button>}
        >
          {t('recipients.noneFoundText')}
        </StateCard>
      ) : (
        <StateCard kind="empty" icon={UserX} title={t('recipients.none')}>
          {t('recipients.noneText')}
        </StateCard>
      ),
    [isFiltered, onClear, t],
  )
}
