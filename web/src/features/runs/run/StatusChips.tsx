import { canBounce } from '@notifly/contracts/applications/applications'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { hasFigure } from '../../../components/channels/channels.ts'
import { FAILED_FILTER } from '../../../components/runs/run-states.ts'
import { DELIVERED_FILTER } from '../../../components/display/shares.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { CountChip } from '../../../ui/controls/ChipButton.tsx'
import { countsClicks, figuresOf } from './run-figures.ts'

/** Ready-made filters with the number of recipients behind each. */
export function StatusChips({
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
    { filter: 'sent', word: 'sent', count: run.counts['sent'] ?? 0 },
    ...(run.reports_delivery ? [{ filter: DELIVERED_FILTER, word: 'delivered', count: figures.delivered }] : []),
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
  // Links of lists with several channels call it opened on all of them.
  const chosen = status === 'opened' ? opened : status
  const isKnown = chips.some(chip => chip.filter === chosen)
  return (
    <div role="group" aria-label={t('recipients.filter')} className="flex gap-2 sm:flex-wrap">
      {chips.map(({ filter, word, count }) => (
        <CountChip
          key={word}
          label={t(`chip.${word}`)}
          count={number(count)}
          pressed={filter === chosen}
          onPress={() => onStatus(filter === chosen ? '' : filter)}
        />
      ))}
      {/* A filter that a link brought along, such as one word of the list above. */}
      {!isKnown && <CountChip label={wordsOf(status)} pressed onPress={() => onStatus('')} />}
    </div>
  )
}
