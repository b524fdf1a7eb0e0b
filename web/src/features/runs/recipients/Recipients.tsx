import type { Channel } from '@notifly/contracts/applications/applications'
import { type RunTest, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { listRecipients, type Recipient, type RunProgress } from '@notifly/contracts/runs/deliveries'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { ListSearch } from '../../../components/lists/ListSearch.tsx'
import { ListTable } from '../../../components/lists/ListTable.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { PER_PAGE } from '../../../components/lists/list-state.ts'
import { useReasonWords } from '../../../components/runs/use-reason-words.ts'
import { CountChip } from '../../../ui/controls/ChipButton.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Section, Toolbar } from '../../../ui/layout/Page.tsx'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import type { Moments } from '../over-time/use-moments.ts'
import { StatusChips } from '../run/StatusChips.tsx'
import { type RecipientState, sortOf } from '../run/run-address.ts'
import { isOpen } from '../run/run-figures.ts'
import { RecipientDrawer } from './RecipientDrawer.tsx'
import { addressOf } from './recipient-address.ts'
import { useRecipientColumns } from './recipient-columns.tsx'

const LIVE_POLL_MS = 3000

export interface RecipientsProps {
  run: RunProgress
  channel: Channel
  uuid: string
  state: RecipientState
  change: (change: Partial<RecipientState>, options?: { replace?: boolean }) => void
  moments: Moments
}

/** All recipients of a run: filtered, searched and paged by the address; one of them in a drawer. */
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
    // A reader who looks at one recipient steps through a list that does not change.
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

/** The reasons that a link brought along: pressed until the reader removes them. */
function ReasonChips({ channel, reason, onClear }: { channel: Channel; reason: string; onClear: () => void }) {
  const reasonWords = useReasonWords()
  if (reason === '') return null
  const words = reason.split(',').map(name => reasonWords(channel, name).replace(/[.।]$/, ''))
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

const PREFIX = 'recipient-'

/** The recipient whose drawer is open: the fragment of the address names the delivery. */
function useOpenRecipient() {
  const { hash, pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const openId = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null
  const here = pathname + searchStr
  const show = useCallback(
    (id: string | null) =>
      void navigate({ to: '.', search: true, hash: id === null ? '' : PREFIX + id, replace: true, resetScroll: false }),
    [navigate],
  )
  return {
    openId,
    hrefOf: useCallback((id: string) => `${here}#${PREFIX}${id}`, [here]),
    close: () => show(null),
    /** To the row before or after; undefined at the ends of the page. */
    stepFrom: (rows: readonly Recipient[] | undefined, by: 1 | -1): (() => void) | undefined => {
      const at = rows?.findIndex(row => row.uuid === openId) ?? -1
      const next = at < 0 ? undefined : rows?.[at + by]
      return next && (() => show(next.uuid))
    },
  }
}

interface VariantFilterProps {
  test: RunTest
  /** Numbers of variants or `rest`, separated by commas; empty for all. */
  variant: string
  onVariant: (variant: string) => void
}

/** Recipients by the variant that they were tested with, or those who get the winner. */
function VariantFilter({ test, variant, onVariant }: VariantFilterProps) {
  const { t } = useTranslation('ab-test')
  const options = [
    ...test.variants.map(({ no, subject }) => ({
      value: String(no),
      label: t('variant', { letter: variantLetter(no) }),
      help: subject,
    })),
    { value: 'rest', label: t('rest.label') },
  ]
  return (
    <FilterChip
      multiple
      label={t('columns.variant')}
      allText={t('all')}
      value={variant === '' ? [] : variant.split(',')}
      onChange={next => onVariant(next.join(','))}
      options={options}
    />
  )
}
