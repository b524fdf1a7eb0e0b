import { listRecipients, type Recipient, type RunProgress } from '@notifly/contracts/runs/deliveries'
import type { Channel } from '@notifly/contracts/applications/applications'
import { UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { PER_PAGE } from '../../../components/lists/list-state.ts'
import { ListSearch } from '../../../components/lists/ListSearch.tsx'
import { ListTable } from '../../../components/lists/ListTable.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { useReasonWords } from '../../../components/runs/use-reason-words.ts'
import { CountChip } from '../../../ui/controls/ChipButton.tsx'
import { Section, Toolbar } from '../../../ui/layout/Page.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { VariantFilter } from '../ab-test/VariantFilter.tsx'
import { isOpen } from '../run/run-figures.ts'
import { addressOf } from './recipient-address.ts'
import { RecipientDrawer } from './RecipientDrawer.tsx'
import { StatusChips } from '../run/StatusChips.tsx'
import { useRecipientColumns } from './recipient-columns.tsx'
import { useOpenRecipient } from './use-open-recipient.ts'
import { sortOf, type RecipientState } from '../run/run-address.ts'
import type { Moments } from '../over-time/use-moments.ts'

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
  const { search, status, variant, reason, page } = state
  const sort = sortOf(state, run.matched)
  const params = { notification_type: channel, uuid }
  const { openId, hrefOf, close, stepFrom } = useOpenRecipient()
  const list = useReadPage(
    listRecipients,
    {
      params,
      query: {
        search,
        status,
        variant: variant || undefined,
        reason: reason || undefined,
        sort,
        page,
        per_page: PER_PAGE,
      },
    },
    // Whoever looks at one recipient steps through a list that stands still.
    { pollMs: isOpen(run) && openId === null && LIVE_POLL_MS },
  )
  const rows = list.data?.rows
  const isPhone = useIsPhone()
  const columns = useRecipientColumns(channel, moments, hrefOf, run.ab_test !== null)
  const isFiltered = search !== '' || status !== '' || variant !== '' || reason !== ''
  const clear = () => change({ search: '', status: '', variant: '', reason: '', page: 1 })
  const find = <ListSearch search={search} change={change} placeholder={t('recipients.find')} wide={isPhone} />
  return (
    <Section title={t('recipients.title')}>
      <ListTable
        list={list}
        page={page}
        sort={sort}
        change={change}
        failed={t('recipients.failed')}
        label={t('recipients.title')}
        dense
        columns={columns}
        rowId={recipient => recipient.uuid}
        rowName={recipient => nameOf(channel, recipient)}
        currentRow={openId}
        toolbar={
          <>
            {isPhone && <div className="mb-2 flex">{find}</div>}
            <Toolbar>
              {!isPhone && find}
              {run.ab_test && (
                <VariantFilter
                  test={run.ab_test}
                  variant={variant}
                  onVariant={next => change({ variant: next, page: 1 })}
                />
              )}
              <StatusChips run={run} status={status} onStatus={next => change({ status: next, reason: '', page: 1 })} />
              <ReasonChips channel={channel} reason={reason} onClear={() => change({ reason: '', page: 1 })} />
            </Toolbar>
          </>
        }
        empty={<NoRecipients isFiltered={isFiltered} onClear={clear} />}
      />
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

/** The reasons that a link brought along: pressed until somebody takes them away. */
function ReasonChips({ channel, reason, onClear }: { channel: Channel; reason: string; onClear: () => void }) {
  const reasonWords = useReasonWords(channel)
  if (reason === '') return null
  const words = reason.split(',').map(name => reasonWords(name).replace(/[.।]$/, ''))
  return <CountChip label={words.join(', ')} pressed onPress={onClear} />
}

function nameOf(channel: Channel, recipient: Recipient): string {
  return recipient.name || addressOf(channel, recipient) || recipient.contact_uuid
}

function NoRecipients({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation('delivery')
  if (isFiltered) {
    return (
      <NothingFound filtered title={t('recipients.noneFound')} onClear={onClear}>
        {t('recipients.noneFoundText')}
      </NothingFound>
    )
  }
  return (
    <StateCard kind="empty" icon={UserX} title={t('recipients.none')}>
      {t('recipients.noneText')}
    </StateCard>
  )
}
