import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { isNow, usesRecipientTimeZone } from '../../../components/schedules/schedule-choice.ts'
import { scheduleWords } from '../../../components/schedules/schedule-words.ts'
import { fromSchedule } from '../../../components/schedules/schedule-wire.ts'
import { useWordsView } from '../../../components/schedules/use-words-view.ts'
import { useMoments } from '../../../components/display/use-moments.ts'

/** "Subscribers, Buyers" or "Everyone"; "No audience" if no segment is chosen. */
export function useAudienceWords(): (row: Pick<CampaignRow, 'audience' | 'audience_names'>) => string {
  const { t } = useTranslation('campaigns')
  const { list } = useDisplay()
  return useCallback(
    ({ audience, audience_names: names }) => {
      if (audience?.all === true) return t('list.everyone')
      return names.length === 0 ? t('list.noAudience') : list(names)
    },
    [t, list],
  )
}

/** Whether its launch was asked for, and nobody has decided yet. */
export const isLaunchAsked = ({ status, approval_uuid: approval, schedule }: CampaignRow): boolean =>
  status === 'draft' && approval !== undefined && schedule !== null

/**
 * When the campaign goes out next, last went out, or was last changed: "Tue, Nov 17, 9:30 AM"; or since when it is
 * paused.
 */
export function useScheduleWords(zone: string): (row: CampaignRow) => string {
  const { t } = useTranslation('campaigns')
  const { dayAndTime, within, span } = useMoments(zone)
  return useCallback(
    row => {
      if (isLaunchAsked(row)) return t('list.onceApproved')
      if (row.paused_on !== null) return t('list.pausedOn', { when: within(row.paused_on) })
      // Between two runs, the next one is shown; during a run, the current one.
      const moments = row.status === 'scheduled' ? [row.next_run, row.started_on] : [row.started_on, row.next_run]
      const recipientMoments = moments.find(moment => moment !== null) === row.next_run && row.next_moments
      return (
        (recipientMoments && span(recipientMoments)) ||
        dayAndTime(moments.find(moment => moment !== null) ?? row.updated_on)
      )
    },
    [t, dayAndTime, within, span],
  )
}

/**
 * Why the campaign failed, waits or was cancelled; otherwise its schedule in words. Null if there is nothing to say.
 */
export function useNoteWords(): (row: CampaignRow) => string | null {
  const { t } = useTranslation('campaigns')
  const view = useWordsView()
  return useCallback(
    row => {
      if (row.status_reason !== null) return reasonOfState(row)
      if (row.status === 'cancelled' && row.updated_by !== null) return t('list.cancelledBy', { name: row.updated_by })
      if (row.status === 'draft' && !isLaunchAsked(row)) return t('list.saved')
      if (row.schedule === null) return null
      const choice = fromSchedule(row.schedule, row.timezone)
      if (choice.type !== 'once' || (isLaunchAsked(row) && !isNow(choice))) return scheduleWords(choice, view)
      return t(usesRecipientTimeZone(choice) ? 'list.oneTimeTheirs' : 'list.oneTime')
    },
    [t, view],
  )
}
