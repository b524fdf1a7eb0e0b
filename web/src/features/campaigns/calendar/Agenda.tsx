import type { CalendarEntry } from '@notifly/contracts/campaigns/calendar'
import { ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { EntryRows } from './EntryRows.tsx'
import { countRuns, useEntryWords } from './use-entry-words.ts'

export interface AgendaProps {
  zone: string
  month: string
  today: string
  days: ReadonlyMap<string, readonly CalendarEntry[]> | undefined
}

/** The month on a phone: a list of the days that have runs, from today on. A button shows the earlier days. */
export function Agenda({ zone, month, today, days }: AgendaProps) {
  const { t } = useTranslation('calendar')
  const { longDay, runs } = useEntryWords(zone)
  const [isWhole, setWhole] = useState(false)
  if (days === undefined) return <Skeleton height="24rem" />
  const own = [...days].filter(([day]) => day.startsWith(month))
  if (own.length === 0) {
    return (
      <StateCard kind="no-data" framed title={t('empty')}>
        {t('emptyText')}
      </StateCard>
    )
  }
  const earlier = own.filter(([day]) => day < today && today.startsWith(month))
  const shown = isWhole ? own : own.slice(earlier.length)
  return (
    <Panel bare aria-label={t('agenda')}>
      {earlier.length > 0 && !isWhole && (
        <div className="border-b border-line p-2">
          <Button variant="ghost" block icon={ChevronUp} onClick={() => setWhole(true)}>
            {t('earlier', { runs: runs(earlier.reduce((sum, [, entries]) => sum + countRuns(entries), 0)) })}
          </Button>
        </div>
      )}
      {shown.length === 0 && <p className="p-4 text-muted">{t('nothingMore')}</p>}
      {shown.map(([day, entries]) => (
        <section key={day} className="border-line px-4 py-2 not-last:border-b">
          <h3 className="flex items-baseline gap-2 pt-1 text-12 font-semibold text-ink-2">
            {longDay(day)}
            {day === today && <span className="font-medium text-accent-ink">{t('today')}</span>}
          </h3>
          <EntryRows zone={zone} entries={entries} />
        </section>
      ))}
    </Panel>
  )
}
