/** The state of the wizard: what is typed, how it is saved, and what it amounts to. */
import { type Campaign, countCampaigns, createDraft, readCampaigns, updateDraft } from '@notifly/contracts/campaigns'
import { listApplicationStats } from '@notifly/contracts/applications'
import type { Problem } from '@notifly/contracts/templates'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { refresh, useRead } from '../../../api/queries.ts'
import { useGoTo, usePath } from '../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { withQuery } from '../../../paths.ts'
import { type Block, blocksOf } from './blocks.ts'
import { DraftSaver, type SaveState } from './draft-saver.ts'
import { type StepId, wizardState } from './steps.ts'
import { type CompleteContent, useContent } from './use-content.ts'
import { type Estimate, useEstimate } from './use-estimate.ts'
import { type CampaignValues, emptyValues, fromCampaign, toParts } from './values.ts'

export interface Wizard {
  slug: string
  /** The application's clock. */
  zone: string
  /** `edit`: a scheduled campaign, changed only when somebody says so. */
  mode: 'draft' | 'edit'
  /** The draft's id as soon as there is one. */
  uuid: () => string | null
  step: StepId
  goStep: (step: StepId) => void
  values: CampaignValues
  change: (patch: Partial<CampaignValues>) => void
  content: CompleteContent
  problems: readonly Problem[]
  estimate: Estimate
  blocks: readonly Block[]
  saveState: SaveState
  isDirty: boolean
  /** Everything typed is on the server; always false while editing. */
  flush: () => Promise<boolean>
  /** Why the last save failed. */
  saveFailure: () => ApiError | undefined
  /** Whether email can be sent at all; undefined while it is not known. */
  isConfigured: boolean | undefined
}

export interface WizardStart {
  slug: string
  zone: string
  mode: 'draft' | 'edit'
  /** What is stored already. */
  campaign: Campaign | undefined
  /** What a rejected request asked for, laid over it. */
  start?: Partial<Campaign> | undefined
}

const NO_PROBLEMS: readonly Problem[] = []

export function useWizard({ slug, zone, mode, campaign, start }: WizardStart): Wizard {
  const [{ step, segment }] = useUrlState(wizardState)
  const [values, setValues] = useState(() =>
    campaign ? fromCampaign({ ...campaign, ...start }, zone) : emptyValues(zone, segment),
  )
  const [isEdited, setIsEdited] = useState(start !== undefined)
  const goStep = useGoStep()
  const saver = useSaver(mode, campaign)
  const answer = useSyncExternalStore(saver.answer.subscribe, saver.answer.get)
  const problems = answer?.problems ?? campaign?.problems ?? NO_PROBLEMS
  const saveState = useSyncExternalStore(saver.state.subscribe, saver.state.get)
  const content = useContent(values)
  const estimate = useEstimate(values)
  const isConfigured = useIsConfigured(slug)

  const change = useCallback(
    (patch: Partial<CampaignValues>) => {
      setValues(before => ({ ...before, ...patch }))
      if (mode === 'edit') setIsEdited(true)
      else saver.change(toParts(patch))
    },
    [mode, saver],
  )
  const runs = estimate.isCurrent ? estimate.data?.next_runs : undefined
  const blocks = useMemo(
    () => blocksOf({ values, content, problems, runs, isConfigured }),
    [values, content, problems, runs, isConfigured],
  )
  const isSaved = saveState.name === 'clean' || saveState.name === 'saved'
  return {
    slug,
    zone,
    mode,
    uuid: () => saver.uuid,
    step,
    goStep,
    values,
    change,
    content,
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
function useSaver(mode: 'draft' | 'edit', campaign: Campaign | undefined): DraftSaver {
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
    if (answer !== undefined) void Promise.all([refresh(readCampaigns), refresh(countCampaigns)])
  }, [answer])
  useEffect(() => {
    if (!isNamed) setState({ draft: answer.uuid }, { replace: true })
  }, [isNamed, answer, setState])
  useEffect(() => () => saver.stop(), [saver])
  return saver
}

function useIsConfigured(slug: string): boolean | undefined {
  const { data } = useRead(listApplicationStats, {})
  const health = data?.find(each => each.application_uuid === slug)?.channels.email
  return health === undefined ? undefined : health === 'configured' || health === 'failing'
}
