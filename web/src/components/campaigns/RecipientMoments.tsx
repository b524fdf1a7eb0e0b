import type { RecipientMoment } from '@notifly/contracts/schedules/moments'
import { passedChoiceOf, type PassedChoice, type Schedule } from '@notifly/contracts/schedules/schedules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/layout/Badge.tsx'
import { useMoments } from '../display/use-moments.ts'

/** How many lines are shown before the reader expands the list. */
const FIRST_LINES = 4

export interface RecipientMomentsProps {
  moments: readonly RecipientMoment[]
  schedule: Schedule
}

/** When a run reaches its recipients: each group of time zones with its local time and the application's. */
export function RecipientMoments({ moments, schedule }: RecipientMomentsProps) {
  const { t } = useTranslation('campaigns')
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? moments : moments.slice(0, FIRST_LINES)
  const hidden = moments.length - shown.length
  return (
    <>
      <ul className="tnum" aria-label={t('moments.title')}>
        {shown.map(moment => (
          <Line
            key={`${moment.zone_offset} ${moment.at} ${moment.passed}`}
            moment={moment}
            choice={passedChoiceOf(schedule)}
          />
        ))}
      </ul>
      {(hidden > 0 || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="mt-1 text-12 text-muted underline-offset-3 hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('summary.fewerRuns') : t('moments.more', { count: hidden })}
        </button>
      )}
    </>
  )
}

function Line({ moment, choice }: { moment: RecipientMoment; choice: PassedChoice }) {
  const { zone_offset: offset, people, at, passed } = moment
  const { t } = useTranslation('campaigns')
  // Shifts the time by their offset and formats it as UTC, because Intl in some browsers only knows named zones.
  const recipientClock = useMoments('UTC')
  const ours = useMoments()
  const isOurs = at !== null && offset * 1000 === ours.offsetMs(at)
  return (
    <li className="flex items-baseline justify-between gap-3 border-line py-1 not-last:border-b">
      <span className="min-w-0">
        <span className="block">{t('moments.people', { count: people })}</span>
        <span className="block text-12 text-muted">{offsetName(offset)}</span>
      </span>
      <span className="flex flex-col items-end text-end">
        {passed && <Badge type="mellow">{t(`moments.passed.${choice}`)}</Badge>}
        {at === null ? (
          !passed && <span className="text-muted">{t('moments.never')}</span>
        ) : (
          <>
            <span>{`${recipientClock.day(at + offset)}, ${recipientClock.time(at + offset)}`}</span>
            {!isOurs && (
              <span className="text-12 text-muted">
                {t('moments.ours', { when: ours.dayAndTime(at), zone: ours.place })}
              </span>
            )}
          </>
        )}
      </span>
    </li>
  )
}

/** "UTC+5:30". */
function offsetName(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const rest = minutes % 60
  const sign = seconds < 0 ? '\u2212' : '+'
  return `UTC${sign}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
