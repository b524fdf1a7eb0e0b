/** The state of the wizard: what is typed, how it is saved, and what it amounts to. */
import { countAllCampaigns, listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import type { Campaign, CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import { type Channel, listApplicationStats } from '@notifly/contracts/applications/applications'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { refresh, useRead } from '../../../api/queries.ts'
import { useGoTo, usePath } from '../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useSmsCharactersMax } from '../../../components/sms/use-sms-characters-max.ts'
import { withQuery } from '../../../paths.ts'
import { type Block, blocksOf } from './blocks.ts'
import { DraftSaver, type SaveState } from './draft-saver.ts'
import { type StepId, wizardState } from './steps.ts'
import { useVariants } from './ab-test/use-variants.ts'
import { type CompleteContent, useContent } from './use-content.ts'
import { type Estimate, useEstimate } from './use-estimate.ts'
import { type CampaignValues, emptyValues, fromCampaign, toParts } from './values.ts'

export interface Wizard {
  slug: string
  channel: Channel
  /** The application's clock. */
  zone: string
  quietHours: QuietHours
  /** `edit`: a scheduled campaign, changed only when somebody says so. */
  mode: 'draft' | 'edit'
  /** The draft's id as soon as there is one. */
  uuid: () => string | null
  step: StepId
  goStep: (step: StepId) => void
  values: CampaignValues
  change: (patch: Partial<CampaignValues>) => void
  /** What is sent; of an A/B test its first variant. */
  content: CompleteContent
  /** Of an A/B test every variant, else the content alone. */
  contents: readonly CompleteContent[]
  problems: readonly CampaignProblem[]
  estimate: Estimate
  blocks: readonly Block[]
  saveState: SaveState
  isDirty: boolean
  /** Everything typed is on the server; always false while editing. */
  flush: () => Promise<boolean>
  /** Why the last save failed. */
  saveFailure: () => ApiError | undefined
  /** Whether anything can be sent on the channel at all; undefined while it is not known. */
  isConfigured: boolean | undefined
}

/** "22:00" to "08:00" on each recipient's clock. */
export interface QuietHours {
  from: string
  to: string
}

export interface WizardStart {
  slug: string
  channel: Channel
  zone: string
  quietHours: QuietHours
  mode: 'draft' | 'edit'
  /** What is stored already. */
  campaign: Campaign | undefined
  /** What a rejected request asked for, laid over it. */
  start?: Partial<Campaign> | undefined
}

const NO_PROBLEMS: readonly CampaignProblem[] = []

export function useWizard({ slug, channel, zone, quietHours, mode, campaign, start }: WizardStart): Wizard {
  const [{ step, segment }] = useUrlState(wizardState)
  const [values, setValues] = useState(() =>
    campaign || start ? fromCampaign({ ...campaign, ...start }, zone) : emptyValues(zone, segment),
  )
  const [isEdited, setIsEdited] = useState(start !== undefined)
  const goStep = useGoStep()
  const saver = useSaver(channel, mode, campaign)
  const answer = useSyncExternalStore(saver.answer.subscribe, saver.answer.get)
  const problems = answer?.problems ?? campaign?.problems ?? NO_PROBLEMS
  const saveState = useSyncExternalStore(saver.state.subscribe, saver.state.get)
  const own = useContent(channel, values)
  const variants = useVariants(values)
  const contents = useMemo(() => (variants.length > 0 ? variants : [own]), [variants, own])
  const content = contents[0] ?? own
  const estimate = useEstimate(channel, values)
  const isConfigured = useIsConfigured(slug, channel)
  const charactersMax = useSmsCharactersMax({ enabled: channel === 'sms' })

  const change = useCallback(
    (patch: Partial<CampaignValues>) => {
      setValues(before => ({ ...before, ...patch }))
      if (mode === 'edit') setIsEdited(true)
      else saver.change(toParts(channel, patch))
    },
    [channel, mode, saver],
  )
  const { next_runs: runs, recipients } = (estimate.isCurrent && estimate.data) || {}
  const blocks = useMemo(
    () => blocksOf({ channel, values, contents, problems, runs, recipients, isConfigured, charactersMax }),
    [channel, values, contents, problems, runs, recipients, isConfigured, charactersMax],
  )
  const isSaved = saveState.name === 'clean' || saveState.name === 'saved'
  return {
    slug,
    channel,
    zone,
    quietHours,
    mode,
    uuid: () => saver.uuid,
    step,
    goStep,
    values,
    change,
    content,
    contents,
    problems,
    estimate,
    blocks,
    saveState,
    isDirty: mode === 'edit' ? isEdited : !isSaved,
    flush: saver.flush,
    saveFailure: () => failureOf(saver.state.get()),
    isConfigured,
  }
}

function failureOf(state: SaveState): ApiError | undefined {
  return state.name === 'failed' ? state.error : undefined
}

/** Steps are pages of their own in the history, so that Back leads to the step before. */
function useGoStep(): (step: StepId) => void {
  const [state] = useUrlState(wizardState)
  const goTo = useGoTo()
  const path = usePath()
  return useCallback(
    step => {
      const { draft, m, uuid, approval } = state
      void goTo(withQuery(path, { step: step === 'who' ? undefined : step, draft, m, uuid, approval }), { saved: true })
      window.scrollTo({ top: 0 })
    },
    [state, goTo, path],
  )
}

/** One saver for as long as the page is open; the address learns the draft's name as soon as it has one. */
function useSaver(channel: Channel, mode: 'draft' | 'edit', campaign: Campaign | undefined): DraftSaver {
  const { createDraft, readCampaigns, updateDraft } = CAMPAIGN_CALLS[channel]
  const [state, setState] = useUrlState(wizardState)
  const [saver] = useState(
    () =>
      new DraftSaver({
        uuid: mode === 'draft' ? (campaign?.uuid ?? null) : null,
        savedOn: campaign?.updated_on,
        create: body => call(createDraft, { body }, { quiet: true }),
        update: (uuid, body) => call(updateDraft, { query: { uuid }, body }, { quiet: true }),
      }),
  )
  const answer = useSyncExternalStore(saver.answer.subscribe, saver.answer.get)
  const isNamed = answer === undefined || state.draft === answer.uuid
  useEffect(() => {
    if (answer !== undefined)
      void Promise.all([readCampaigns, listAllCampaigns, countAllCampaigns].map(each => refresh(each)))
  }, [answer, readCampaigns])
  useEffect(() => {
    if (!isNamed) setState({ draft: answer.uuid }, { replace: true })
  }, [isNamed, answer, setState])
  useEffect(() => () => saver.stop(), [saver])
  return saver
}

function useIsConfigured(slug: string, channel: Channel): boolean | undefined {
  const { data } = useRead(listApplicationStats, {})
  const health = data?.find(each => each.application_uuid === slug)?.channels[channel]
  return health === undefined ? undefined : health === 'configured' || health === 'failing'
}
