import type { Channel } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useSlug } from '../navigation/use-pages.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { CAMPAIGN_READS } from './use-campaign-acts.ts'

export interface LaunchedCampaign {
  uuid: string
  channel: Channel
  name: string
}

/** Undoes a launch, and offers to. Both may outlive the page that they started on. */
export function useUndoLaunch() {
  const { t } = useTranslation('acts')
  const slug = useSlug()

  const undo = async ({ uuid, channel, name }: LaunchedCampaign): Promise<void> => {
    try {
      await call(CAMPAIGN_CALLS[channel].undoLaunch, { body: { uuid } })
      const href = paths.campaignWizard(slug, channel, { draft: uuid, step: 'review' })
      const link = { label: t('continue'), href }
      showToast({ tone: 'success', title: t('undo.done', { name }), link, duration: 'message' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ tone: 'danger', title: translateSentence(error), duration: 'message' })
    }
    await Promise.all(CAMPAIGN_READS.map(each => refresh(each)))
  }

  /** Shows a toast with an undo button for as long as the launch can be undone. */
  const offer = (campaign: LaunchedCampaign, seconds: number): void =>
    showToast({
      tone: 'success',
      title: t('undo.launched', { name: campaign.name }),
      countdown: {
        seconds,
        text: left => t('undo.countdown', { count: left }),
        action: t('undo.action'),
        onAction: () => void undo(campaign),
      },
    })
  return { undo, offer }
}
