import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { useDates } from '../../use-dates.ts'

/** What an edit of a scheduled campaign is about: the runs to come, never those that have begun. */
export function EditNote({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { within } = useDates(campaign.timezone)
  const { next_run: next, run_uuid: run, schedule } = campaign
  if (next === null) return null
  const repeats = schedule !== null && schedule.message_type.type !== 1
  const word = run !== null ? 'editNext' : repeats ? 'editAll' : 'editOnce'
  return (
    <Alert tone="info" className="mb-4">
      {t(`wizard.${word}`, { when: within(next) })}
    </Alert>
  )
}
