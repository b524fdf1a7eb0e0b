import { Trans, useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { type DayRange, rangeUpTo } from '../display/ranges.ts'
import { useDisplay } from '../display/use-display.ts'

/** Earlier than any data: requests all days. */
export const FIRST_DAY = '1970-01-01'

export interface NoneInRangeProps {
  /** The range without rows. */
  days: DayRange
  /** The latest item outside of the range, with its time in epoch seconds. */
  latest: { name: string; at: number }
  zone: string | undefined
  onRange: (range: DayRange) => void
}

/**
 * Replaces the rows if only other days have some: names the range and the latest campaign, and offers a range that
 * includes it.
 */
export function NoneInRange({ days, latest, zone, onRange }: NoneInRangeProps) {
  const { t } = useTranslation()
  const { longDay } = useDisplay('UTC')
  const words = (day: string) => longDay(Date.parse(`${day}T12:00:00Z`) / 1000)
  const offered = rangeUpTo(new Date(latest.at * 1000), zone)
  return (
    <StateCard
      kind="no-data"
      title={
        days.from === days.to
          ? t('list.noneOnDay', { day: words(days.from) })
          : t('list.noneInRange', { from: words(days.from), to: words(days.to) })
      }
      actions={
        <Button onClick={() => onRange(offered)}>
          {t('list.showRange', { from: words(offered.from), to: words(offered.to) })}
        </Button>
      }
    >
      <Trans
        t={t}
        i18nKey="list.latest"
        values={{ name: latest.name, day: words(offered.to) }}
        components={{ b: <bdi className="font-medium wrap-anywhere" /> }}
      />
    </StateCard>
  )
}
