import type { CalendarEntry } from '@notifly/contracts/campaigns/calendar'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { MonthGrid, type MonthGridProps } from '../../../ui/dates/MonthGrid.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { entryLook, entryPath } from './entry-look.ts'
import { EntryRows } from './EntryRows.tsx'
import { countRuns, useEntryWords } from './use-entry-words.ts'

/** How many lines a day has room for. */
const LINES = 3

export interface MonthProps extends Pick<MonthGridProps, 'month' | 'today' | 'label' | 'onMonth' | 'lastMonth'> {
  zone: string
  /** By day; undefined while they are loading. */
  days: ReadonlyMap<string, readonly CalendarEntry[]> | undefined
}

/**
 * The month as a grid. The number of a day is a button that lists all its runs; keyboard users reach the runs through
 * it.
 */
export function Month({ zone, days, ...grid }: MonthProps) {
  const { t } = useTranslation('calendar')
  const [openDay, setOpenDay] = useState<string>()
  const { longDay, dayLabel } = useEntryWords(zone)
  const entriesOf = (day: string) => days?.get(day) ?? []
  return (
    <MonthGrid
      {...grid}
      dayControl={(day, face, control) => {
        const entries = entriesOf(day)
        // Days without runs have a button too. If the control changed its type when runs arrive, it would lose focus.
        return (
          <Popover
            title={longDay(day)}
            trigger={
              <button
                type="button"
                {...control}
                aria-label={dayLabel(day, countRuns(entries))}
                className="rounded-full"
              >
                {face}
              </button>
            }
            open={openDay === day}
            onOpenChange={open => setOpenDay(open ? day : undefined)}
            className="w-96"
          >
            {entries.length > 0 ? (
              <EntryRows zone={zone} entries={entries} />
            ) : (
              <p className="text-muted">{t('nothing')}</p>
            )}
          </Popover>
        )
      }}
      dayContent={day =>
        days === undefined ? (
          <LoadingSkeleton day={day} />
        ) : (
          <DayLines zone={zone} entries={entriesOf(day)} onMore={() => setOpenDay(day)} />
        )
      }
    />
  )
}

/** As many runs as there is room for. They are not tab stops, because a full month would have hundreds. */
function DayLines({ zone, entries, onMore }: { zone: string; entries: readonly CalendarEntry[]; onMore: () => void }) {
  const slug = useSlug()
  const { t } = useTranslation(['calendar', 'common'])
  const { start, time, times, runs, passed } = useEntryWords(zone)
  const exists = usePageExists()
  const shown = entries.length > LINES + 1 ? entries.slice(0, LINES) : entries
  const hidden = countRuns(entries.slice(shown.length))
  return (
    <>
      {shown.map(entry => {
        const { icon, className, word } = entryLook(entry.status)
        const to = entryPath(slug, entry)
        const state = t(`common:${word}`)
        const face = (
          <>
            <Icon of={icon} size={12} className="shrink-0" />
            <span className="sr-only">{state}</span>
            <span className="tnum shrink-0 max-lg:hidden">{start(entry)}</span>
            <bdi className="truncate font-medium">{entry.name}</bdi>
            {entry.runs > 1 && <span className="tnum shrink-0">{times(entry)}</span>}
          </>
        )
        const shape = cx('flex h-5 min-w-0 items-center gap-1 rounded-1 px-1 text-12', className)
        const key = `${entry.uuid} ${entry.status} ${entry.at}`
        const tip = [state, time(entry), entry.name, entry.runs > 1 && runs(entry.runs), passed(entry)]
          .filter(Boolean)
          .join(' · ')
        return exists(to) ? (
          <Link key={key} tone="plain" href={to} tabIndex={-1} title={tip} className={cx(shape, 'hover:underline')}>
            {face}
          </Link>
        ) : (
          <span key={key} title={tip} className={shape}>
            {face}
          </span>
        )
      })}
      {hidden > 0 && (
        <button
          type="button"
          tabIndex={-1}
          onClick={onMore}
          className="h-5 rounded-1 px-1 text-start text-12 text-muted hover:text-ink hover:underline"
        >
          {t('more', { count: hidden })}
        </button>
      )}
    </>
  )
}

/** Days get different numbers of lines, as in a loaded month. */
function LoadingSkeleton({ day }: { day: string }) {
  const lines = Number(day.slice(8)) % 3
  return Array.from({ length: lines }, (_, line) => <Skeleton key={line} height="1.25rem" />)
}
