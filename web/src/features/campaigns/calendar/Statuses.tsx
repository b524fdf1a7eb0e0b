import type { CalendarEntry } from '@notifly/contracts/campaigns/calendar'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { entryLook, STATUSES } from './entry-look.ts'
import { countRuns } from './use-entry-words.ts'

/** What the colours and signs of the month mean, and how many runs each has. */
export function Statuses({ entries }: { entries: readonly CalendarEntry[] }) {
  const { t } = useTranslation(['calendar', 'common'])
  const { number } = useDisplay()
  const present = STATUSES.map(status => ({
    status,
    count: countRuns(entries.filter(entry => entry.status === status)),
  })).filter(({ count }) => count > 0)
  if (present.length === 0) return null
  return (
    <ul aria-label={t('legend')} className="tnum mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-12 text-ink-2">
      {present.map(({ status, count }) => {
        const { icon, className, word } = entryLook(status)
        return (
          <li key={status} className="flex items-center gap-1.5">
            <span aria-hidden className={cx('grid size-5 place-items-center rounded-1', className)}>
              <Icon of={icon} size={12} />
            </span>
            {t(`common:${word}`)}
            <span className="font-medium text-ink">{number(count)}</span>
          </li>
        )
      })}
    </ul>
  )
}
