import { countAllCampaigns, listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { readWholeCalendar } from '@notifly/contracts/campaigns/calendar'
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { listRecipients, listRuns, readRun } from '@notifly/contracts/runs/deliveries'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { prefetchPage, useWriteOn } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { DEFAULT_RANGE, rangeOf } from '../display/ranges.ts'
import { PER_PAGE } from '../lists/list-state.ts'
import { useGoTo, useSlug } from '../navigation/use-pages.ts'
import { useZone } from '../session/use-zone.ts'
import type { CampaignFacts } from './campaign-acts.ts'

/** Actions with a dialog: those that can't be undone, and a resend, which creates a draft for part of the audience. */
export type QuestionKind = 'delete' | 'cancelRun' | 'cancelAll' | 'resend'

export interface Question {
  kind: QuestionKind
  campaign: CampaignFacts
}

/** `run`: only that run. `all`: the campaign with all its current and upcoming runs. */
export type Scope = 'run' | 'all'

export interface CampaignActs {
  question: Question | undefined
  ask: (question: Question | undefined) => void
  /** Does what the dialog asked about. */
  confirm: () => void
  isConfirming: boolean
  error: ApiError | null
  pause: (campaign: CampaignFacts, scope: Scope) => void
  resume: (campaign: CampaignFacts, scope: Scope) => void
  duplicate: (campaign: CampaignFacts) => void
  isBusy: boolean
}

const LISTS = [listAllCampaigns, countAllCampaigns, ...CHANNELS.map(channel => CAMPAIGN_CALLS[channel].readCampaigns)]
/** Every call that returns data about campaigns or their runs. */
export const CAMPAIGN_READS = [...LISTS, readWholeCalendar, readRun, listRuns, listRecipients]

type Calls = (typeof CAMPAIGN_CALLS)[Channel]
/** The call with that name, for the campaign's channel. */
const of =
  <Name extends keyof Calls>(name: Name) =>
  (channel: Channel): Calls[Name] =>
    CAMPAIGN_CALLS[channel][name]

/** The actions on campaigns and runs, wherever these are shown. A toast shows the result of each. */
export function useCampaignActs(): CampaignActs {
  const { t } = useTranslation('acts')
  const [question, setQuestion] = useState<Question>()
  const nameOf = ({ name }: CampaignFacts) => name || t('unnamed')
  const confirmDone = (word: string, campaign: CampaignFacts) =>
    showToast({ tone: 'success', title: t(`done.${word}`, { name: nameOf(campaign) }), duration: 'message' })
  const pause = useWriteOn(of('pauseCampaign'), { refreshes: CAMPAIGN_READS })
  const resume = useWriteOn(of('resumeCampaign'), { refreshes: CAMPAIGN_READS })
  const remove = useRemoval(question, confirmDone, () => setQuestion(undefined))
  const copies = useCopies(() => setQuestion(undefined))
  const { resend } = copies
  const asked = question?.kind === 'resend' ? resend : remove
  return {
    question,
    ask: next => {
      remove.reset()
      resend.reset()
      setQuestion(next)
    },
    confirm: () => {
      if (question === undefined) return
      const { uuid, channel } = question.campaign
      if (question.kind === 'resend') return resend.mutate({ on: channel, body: { uuid, who: 'not_opened' } })
      remove.mutate({ on: channel, query: idsOf(question.campaign, question.kind === 'cancelRun' ? 'run' : 'all') })
    },
    isConfirming: asked.isPending,
    error: asked.error,
    pause: (campaign, scope) =>
      pause.mutate(
        { on: campaign.channel, body: idsOf(campaign, scope) },
        { onSuccess: () => confirmDone(wordOf('paused', campaign, scope), campaign) },
      ),
    resume: (campaign, scope) =>
      resume.mutate(
        { on: campaign.channel, body: idsOf(campaign, scope) },
        {
          onSuccess: ({ makerChecker }) => {
            if (!makerChecker) confirmDone(wordOf('resumed', campaign, scope), campaign)
          },
        },
      ),
    duplicate: ({ uuid, channel }) => copies.duplicate.mutate({ on: channel, body: { uuid } }),
    isBusy: pause.isPending || resume.isPending || copies.duplicate.isPending,
  }
}

function idsOf({ uuid, run }: CampaignFacts, scope: Scope) {
  return scope === 'run' && run !== null ? { uuid, run_uuid: run.uuid } : { uuid }
}

/** A campaign with a single run has its own texts, which do not mention runs. */
function wordOf(word: string, { repeats }: CampaignFacts, scope: Scope): string {
  if (scope === 'run') return `${word}Run`
  return repeats ? `${word}All` : word
}

/**
 * Deletes a draft, or cancels a run or a campaign. After cancelling, prefetches the list of scheduled campaigns, which
 * is shown first.
 */
function useRemoval(
  question: Question | undefined,
  confirmDone: (word: string, campaign: CampaignFacts) => void,
  close: () => void,
) {
  const zone = useZone()
  return useWriteOn(of('cancelCampaign'), {
    refreshes: CAMPAIGN_READS,
    failure: 'form',
    onDone: () => {
      close()
      if (question === undefined) return
      const { kind, campaign } = question
      confirmDone(
        kind === 'delete' ? 'deleted' : wordOf('cancelled', campaign, kind === 'cancelRun' ? 'run' : 'all'),
        campaign,
      )
      if (kind === 'delete') return
      const days = rangeOf(DEFAULT_RANGE, zone)
      const page = { search: '', status: 'scheduled', sort: '-schedule', page: 1, per_page: PER_PAGE } as const
      void prefetchPage(listAllCampaigns, { query: { ...page, ...days } })
    },
  })
}

/** Copies are drafts; the wizard opens them. */
function useCopies(close: () => void) {
  const slug = useSlug()
  const { t } = useTranslation('acts')
  const goTo = useGoTo()
  const open = async (
    channel: Channel,
    { uuid, campaignName }: { uuid: string; campaignName: string },
    word: string,
  ) => {
    close()
    const name = campaignName || t('unnamed')
    showToast({ tone: 'success', title: t(`done.${word}`, { name }), text: t(`done.${word}Text`), duration: 'message' })
    await goTo(paths.campaignWizard(slug, channel, { draft: uuid }))
  }
  const duplicate = useWriteOn(of('duplicateCampaign'), {
    refreshes: LISTS,
    onDone: ({ data }, { on }) => open(on, data, 'duplicated'),
  })
  const resend = useWriteOn(of('resendCampaign'), {
    refreshes: LISTS,
    failure: 'form',
    onDone: ({ data }, { on }) => open(on, data, 'resent'),
  })
  return { duplicate, resend }
}
