import type { MergeField } from '@notifly/contracts/contacts/audience'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'

/** How many contacts' values have moved to the other field, or are gone, of a change that is under way. */
export function FieldProgress({ change: { into, done, total } }: { change: NonNullable<MergeField['change']> }) {
  const { t } = useTranslation('fields')
  const { number } = useDisplay()
  const label = into === null ? t('change.deleting') : t('change.moving', { name: into })
  const shown = t('change.done', { done: number(Math.min(done, total)), total: number(total) })
  return (
    <span className="mt-1.5 flex max-w-60 flex-col gap-1 text-12 text-ink-2">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="wrap-anywhere">{label}</span>
        <span className="tnum text-muted">{shown}</span>
      </span>
      <ProgressBar
        size="thin"
        label={label}
        valueText={shown}
        segments={[{ share: total === 0 ? 1 : Math.min(1, done / total) }]}
      />
    </span>
  )
}
