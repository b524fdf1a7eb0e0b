import { type Channel, canBounce } from '@notifly/contracts/applications/applications'
import { type RunTest, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import type { Recipient, RunProgress } from '@notifly/contracts/runs/deliveries'
import { UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { HARD_BOUNCE_FILTER, SOFT_BOUNCE_FILTER } from '../../../components/display/shares.ts'
import { PlanReach } from '../../../components/lists/PlanReach.tsx'
import { ListSearch } from '../../../components/lists/ListSearch.tsx'
import { ListTable } from '../../../components/lists/ListTable.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { useOpenRow } from '../../../components/navigation/use-open-row.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useReasonWords } from '../../../components/runs/use-reason-words.ts'
import { CountChip } from '../../../ui/controls/ChipButton.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Section, Toolbar } from '../../../ui/layout/Page.tsx'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'
import { NO_FILTER, recipientState } from '../run/run-address.ts'
import { countsClicks, figuresOf, isOpen } from '../run/run-figures.ts'
import { LinkChip } from './LinkChip.tsx'
import { RecipientDrawer } from './RecipientDrawer.tsx'
import { OpenSpanChip, UsedChips } from './UsedChips.tsx'
import { addressOf } from './recipient-address.ts'
import { useRecipientColumns } from './recipient-columns.tsx'
import { useRecipients } from './use-recipients.ts'
import { hasFigure } from '../../../components/channels/channels.ts'
import { FAILED_FILTER } from '../../../components/runs/run-states.ts'
import { filterOf as shareFilterOf } from '../../../components/display/shares.ts'
import { useDisplay } from '../../../components/display/use-display.ts'

const LIVE_POLL_MS = 3000

/** All recipients of a run. The address holds filter, search, page and the recipient whose drawer is open. */
export function Recipients({ run }: { run: RunProgress }) {
  const { t } = useTranslation('delivery')
  const { notification_type: channel } = run
  const [state, change] = useUrlState(recipientState)
  const { search, status, variant, reason, link, page } = state
  const { openId, hrefOf, show, stepFrom } = useOpenRow('recipient-')
  // While a drawer is open, the list is not polled, so that previous and next step through a stable list.
  const { filter, sort, list } = useRecipients(run, { pollMs: isOpen(run) && openId === null && LIVE_POLL_MS })
  const rows = list.data?.rows
  const columns = useRecipientColumns(channel, hrefOf, run.ab_test !== null)
  const isFiltered = Object.keys(filter).length > 0
  const clear = () => change({ ...NO_FILTER, page: 1 })
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
          <Toolbar find={<ListSearch search={search} change={change} placeholder={t('recipients.find')} />}>
            {run.ab_test && (
              <VariantFilter
                test={run.ab_test}
                variant={variant}
                onVariant={next => change({ variant: next, page: 1 })}
              />
            )}
            <StatusChips
              run={run}
              status={status}
              onStatus={next => change({ status: next, reason: '', link: '', page: 1 })}
            />
            <ReasonChips channel={channel} reason={reason} onClear={() => change({ reason: '', page: 1 })} />
            <LinkChip run={run} link={link} onClear={() => change({ link: '', page: 1 })} />
            <OpenSpanChip channel={channel} span={state.open_span} onClear={() => change({ open_span: '', page: 1 })} />
            <UsedChips state={state} onClear={cleared => change({ ...cleared, page: 1 })} />
          </Toolbar>
        }
        empty={<NoRecipients isFiltered={isFiltered} onClear={clear} />}
      />
      <PlanReach reachesTo={list.data?.paging.reachesTo} />
      <RecipientDrawer
        run={run}
        openId={openId}
        onClose={() => show(null)}
        onPrevious={stepFrom(rows, -1)}
        onNext={stepFrom(rows, 1)}
      />
    </Section>
  )
}

/** The reason filter that the reader arrived with, as a chip that removes it. */
function ReasonChips({ channel, reason, onClear }: { channel: Channel; reason: string; onClear: () => void }) {
  const { t } = useTranslation('delivery')
  const reasonWords = useReasonWords()
  if (reason === '') return null
  const words = () => reason.split(',').map(name => reasonWords(channel, name).replace(/[.।]$/, ''))
  const label =
    reason === HARD_BOUNCE_FILTER
      ? t('recipients.hardBounces')
      : reason === SOFT_BOUNCE_FILTER
        ? t('recipients.softBounces')
        : words().join(', ')
  return <CountChip label={label} pressed onPress={onClear} />
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

interface VariantFilterProps {
  test: RunTest
  /** Variant numbers or `rest`, separated by commas; empty for all. */
  variant: string
  onVariant: (variant: string) => void
}

/** Filters recipients by the variant they were tested with, or by waiting for the winner. */
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

/** Preset filters with the number of recipients behind each. */
function StatusChips({
  run,
  status,
  onStatus,
}: {
  run: RunProgress
  status: string
  onStatus: (status: string) => void
}) {
  const { t } = useTranslation(['delivery', 'common'])
  const { number, list } = useDisplay()
  const figures = figuresOf(run)
  const channel = run.notification_type
  const scheduled = run.counts['scheduled'] ?? 0
  const opened = channel === 'whatsapp' ? 'read' : 'opened'
  const chips = [
    { filter: '', word: 'all', count: figures.matched },
    { filter: 'pending', word: 'pending', count: figures.pending },
    ...(scheduled > 0 ? [{ filter: 'scheduled', word: 'scheduled', count: scheduled }] : []),
    ...(run.reports_delivery ? [{ filter: 'sent', word: 'sent', count: run.counts['sent'] ?? 0 }] : []),
    { filter: shareFilterOf('delivered', run.counts), word: 'delivered', count: figures.delivered ?? 0 },
    ...(hasFigure(channel, 'opened') ? [{ filter: opened, word: opened, count: figures.opened }] : []),
    ...(countsClicks(run) ? [{ filter: 'clicked', word: 'clicked', count: figures.clicked }] : []),
    ...(hasFigure(channel, 'dismissed') ? [{ filter: 'dismissed', word: 'dismissed', count: figures.dismissed }] : []),
    { filter: 'unsubscribed', word: 'unsubscribed', count: figures.unsubscribed },
    { filter: FAILED_FILTER, word: 'failed', count: figures.failed },
    { filter: 'skipped', word: 'skipped', count: figures.skipped },
  ]
  const shown = (name: string) => (name === 'bounced' && !canBounce(channel) ? 'failed' : name)
  const wordsOf = (filter: string) =>
    list(
      [...new Set(filter.split(',').map(shown))].map(name =>
        t(`common:status.delivery.${name}`, { defaultValue: name }),
      ),
    )
  // Links from lists of several channels use `opened` for every channel.
  const chosen = status === 'opened' ? opened : status
  const isKnown = chips.some(chip => chip.filter === chosen)
  return (
    <div role="group" aria-label={t('recipients.filter')} className="flex flex-wrap gap-2">
      {chips.map(({ filter, word, count }) => (
        <CountChip
          key={word}
          label={t(`chip.${word}`)}
          count={number(count)}
          pressed={filter === chosen}
          onPress={() => onStatus(filter === chosen ? '' : filter)}
        />
      ))}
      {/* A filter from a link that is not one of the presets. */}
      {!isKnown && <CountChip label={wordsOf(status)} pressed onPress={() => onStatus('')} />}
    </div>
  )
}
