import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { useTranslation } from 'react-i18next'
import { useApprovalLabel } from '../../../../components/approvals/use-approval-label.ts'
import { isHeldFor, useSession } from '../../../../components/session/use-session.ts'
import { useWizard } from '../state/wizard-context.ts'
import { useWhenWords } from '../when/use-when-words.ts'

/** What the launch does, for its button and for the button that confirms it. */
export function useLaunchWords(): { launch: string; confirm: string } {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { isNow, isBegin, short } = useWhenWords()
  const activity = CAMPAIGN_ACTIVITY[wizard.channel]
  const approvalLabel = useApprovalLabel(activity)
  const isHeld = isHeldFor(useSession(), activity)
  const count = wizard.estimate.data?.recipients ?? 0
  if (wizard.mode === 'edit')
    return { launch: approvalLabel(t('wizard.saveChanges')), confirm: approvalLabel(t('wizard.saveChanges')) }
  // If approval is needed, the label says so first; the confirmation says how many and when.
  if (isHeld) return { launch: approvalLabel(t('wizard.launch')), confirm: approvalLabel(t('wizard.launch')) }
  if (isNow)
    return {
      launch: count === 0 ? t('wizard.sendNow') : t('wizard.sendToNow', { count }),
      confirm: t('wizard.sendNow'),
    }
  const launch =
    short === null ? t('wizard.schedule') : t(isBegin ? 'wizard.scheduleFrom' : 'wizard.scheduleFor', { when: short })
  return { launch, confirm: launch }
}
