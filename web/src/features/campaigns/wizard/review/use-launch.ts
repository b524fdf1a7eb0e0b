import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../api/api-error.ts'
import { callWithMeta } from '../../../../api/client.ts'
import { refresh } from '../../../../api/queries.ts'
import { useUndoLaunch } from '../../../../components/campaigns/use-undo-launch.ts'
import { useGoTo, useSlug } from '../../../../components/navigation/use-pages.ts'
import { paths } from '../../../../paths.ts'
import { showToast } from '../../../../ui/feedback/toast.ts'
import type { Wizard } from '../state/wizard-state.ts'
import { toParts } from '../state/values.ts'

/** Id of the list of launch errors. */
export const LAUNCH_ERRORS_ID = 'launch-errors'

function showLaunchErrors(): void {
  const list = document.getElementById(LAUNCH_ERRORS_ID)
  list?.scrollIntoView({ block: 'center' })
  list?.focus()
}

/**
 * Launches the draft after a confirmation and returns to the list. Changes to a scheduled campaign are saved without a
 * confirmation.
 */
export function useLaunch(wizard: Wizard, stored: Campaign | undefined, reopens: { reopens?: string }) {
  const { t } = useTranslation('campaigns')
  const goTo = useGoTo()
  const slug = useSlug()
  const { attempt, isPending, failure, setFailure } = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const isDraft = wizard.mode === 'draft'

  const { offer } = useUndoLaunch()
  const { channel } = wizard
  const calls = CAMPAIGN_CALLS[channel]

  /** Resolves to whether the campaign can be launched; if not, brings the errors on this page into view. */
  const isReady = async (): Promise<boolean> => {
    // Saves first, so that a failed launch leaves a complete draft behind.
    if (isDraft && !(await wizard.flush())) {
      setFailure(wizard.saveFailure())
      return false
    }
    if (wizard.errorsNow().length === 0) return true
    showLaunchErrors()
    return false
  }

  const run = async (): Promise<void> => {
    const { attachments, ...values } = wizard.values
    const hasFiles = channel === 'email'
    const uuid = wizard.uuid()
    const areFilesSaved = !hasFiles || (isDraft ? uuid !== null : attachments === stored?.attachments)
    const body = { ...toParts(channel, values), ...(areFilesSaved ? {} : { attachments }), ...reopens }
    const name = wizard.values.campaignName.trim()
    const result = isDraft
      ? await callWithMeta(calls.scheduleCampaign, { body: { ...body, ...(uuid !== null && { uuid }) } })
      : await callWithMeta(calls.updateCampaign, { query: { uuid: stored?.uuid ?? '' }, body })
    await Promise.all([calls.readCampaigns, listAllCampaigns].map(each => refresh(each)))
    if (!result.makerChecker) showResult(name, result.data)
    await goTo(paths.campaigns(slug), { saved: true })
  }

  const showResult = (name: string, { uuid, status, undo_seconds: seconds = 0 }: Launched): void => {
    if (seconds > 0) return offer({ uuid, channel, name }, seconds)
    const word = !isDraft ? 'changed' : status === 'scheduled' ? 'scheduled' : 'sending'
    showToast({ tone: 'success', title: t(`done.${word}`, { name }), duration: 'message' })
  }

  const start = (): void =>
    attempt(async () => {
      if (!(await isReady())) return
      if (isDraft) setAsking(true)
      else await run()
    })
  const confirm = (): void => {
    setAsking(false)
    attempt(run)
  }
  return { start, isAsking, setAsking, confirm, isPending, failure }
}

/** The response to a launch or a change. */
interface Launched {
  uuid: string
  status?: string
  undo_seconds?: number
}

/** Runs one action at a time; an error from the server is shown at the top of the page. */
function useAttempt() {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const attempt = (work: () => Promise<void>): void => {
    setPending(true)
    setFailure(undefined)
    work()
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFailure(error)
        document.querySelector('main')?.scrollIntoView({ block: 'start' })
      })
      .finally(() => setPending(false))
  }
  return { attempt, isPending, failure, setFailure }
}
