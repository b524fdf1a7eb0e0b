/** The wizard's state: the values, how they are saved, and what is derived from them. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { countAllCampaigns, listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import type { Campaign, CampaignOutline, CampaignProblem } from '@notifly/contracts/campaigns/campaigns'
import type { Utm } from '@notifly/contracts/campaigns/utm'
import type { FieldError } from '@notifly/contracts/errors'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ApiError } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { refresh } from '../../../../api/queries.ts'
import { useGoTo, usePath } from '../../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../../components/navigation/use-url-state.ts'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { withQuery } from '../../../../paths.ts'
import { DraftSaver, type SaveState } from './draft-saver.ts'
import { type StepId, wizardState } from './steps.ts'
import { useVariants } from '../ab-test/use-variants.ts'
import { type CompleteContent, useContent } from './use-content.ts'
import { type Estimate, useEstimate } from './use-estimate.ts'
import { type CampaignValues, emptyValues, fromCampaign, toParts, unstoredParts } from './values.ts'
import { useLiveAnswer } from '../../../../components/form/use-live-answer.ts'

export interface Wizard {
  channel: Channel
  /** The application's time zone. */
  zone: string
  quietHours: QuietHours
  application: UsualTags
  /** `edit`: a scheduled campaign, whose changes are saved only by an explicit action. */
  mode: 'draft' | 'edit'
  /** The draft's id once it has one. */
  uuid: () => string | null
  step: StepId
  goStep: (step: StepId) => void
  values: CampaignValues
  change: (patch: Partial<CampaignValues>) => void
  /** The content to send; in an A/B test that of the first variant. */
  content: CompleteContent
  /** In an A/B test one entry per variant, otherwise only `content`. */
  contents: readonly CompleteContent[]
  problems: readonly CampaignProblem[]
  /** What recipients see before they open the message: the server's last answer. */
  outline: CampaignOutline | undefined
  /** Why the server has not said anything about the campaign yet. */
  checkFailure: { error: ApiError; again: () => void } | undefined
  estimate: Estimate
  /** What would block a launch: the server's last answer; undefined until there is one. */
  launchErrors: readonly FieldError[] | undefined
  /**
   * The same errors, read at the time of the call. Includes the server's answer only if it matches the current values.
   */
  errorsNow: () => readonly FieldError[]
  /**
   * The error of a field, in the reader's language. A missing value is reported only once the review was visited;
   * `isShown` reports it at once.
   */
  errorAt: (field: string, isShown?: boolean) => string | undefined
  saveState: SaveState
  isDirty: boolean
  /** Resolves to true once everything is saved. Always false in edit mode. */
  flush: () => Promise<boolean>
  /** Why the last save failed. */
  saveFailure: () => ApiError | undefined
}

/** On each recipient's clock, for example "22:00" to "08:00". */
export interface QuietHours {
  from: string
  to: string
}

/** The application's name and the link tags that its campaigns get by default. */
export interface UsualTags {
  name: string
  utm: Utm | null
}

export interface WizardStart {
  channel: Channel
  zone: string
  quietHours: QuietHours
  application: UsualTags
  mode: 'draft' | 'edit'
  /** The stored campaign, if there is one. */
  campaign: Campaign | undefined
  /** The content of a rejected request, which takes precedence over the stored campaign. */
  start?: Partial<Campaign> | undefined
}

const NOTHING: readonly never[] = []

export function useWizardState({ channel, zone, quietHours, application, mode, campaign, start }: WizardStart): Wizard {
  const [{ step, segment }] = useUrlState(wizardState)
  const [first] = useState(() =>
    campaign || start ? fromCampaign({ ...campaign, ...start }, zone) : emptyValues(zone, segment),
  )
  const [values, setValues] = useState(first)
  const [isEdited, setIsEdited] = useState(start !== undefined)
  const goStep = useGoStep()
  const saver = useSaver({ channel, zone, mode, campaign }, first)
  const saveState = useSyncExternalStore(saver.state.subscribe, saver.state.get)
  const own = useContent(channel, values)
  const variants = useVariants(values)
  const contents = useMemo(() => (variants.length > 0 ? variants : [own]), [variants, own])
  const content = contents[0] ?? own
  const estimate = useEstimate(channel, values)
  const judgement = useJudgement({ channel, values: mode === 'edit' ? values : first, uuid: campaign?.uuid }, saver, {
    isReviewed: step === 'review',
    tooFew: estimate.tooFew,
    isNamed: values.campaignName.trim() !== '',
  })

  const change = useCallback(
    (patch: Partial<CampaignValues>) => {
      setValues(before => ({ ...before, ...patch }))
      if (mode === 'edit') setIsEdited(true)
      else saver.change(toParts(channel, patch))
    },
    [channel, mode, saver],
  )
  const isSaved = saveState.name === 'clean' || saveState.name === 'saved'
  return {
    channel,
    zone,
    quietHours,
    application,
    mode,
    uuid: () => saver.uuid,
    step,
    goStep,
    values,
    change,
    content,
    contents,
    ...judgement,
    estimate,
    saveState,
    isDirty: mode === 'edit' ? isEdited : !isSaved,
    flush: saver.flush,
    saveFailure: () => failureOf(saver.state.get()),
  }
}

/**
 * What the server says about the campaign. A draft is checked by each save. Before the first save, and in edit mode, a
 * separate call checks it.
 */
function useJudgement(
  asked: CheckedCampaign,
  saver: DraftSaver,
  { isReviewed, tooFew, isNamed }: { isReviewed: boolean; tooFew: FieldError | undefined; isNamed: boolean },
): Pick<Wizard, 'problems' | 'outline' | 'checkFailure' | 'launchErrors' | 'errorsNow' | 'errorAt'> {
  const [wasReviewed, setReviewed] = useState(isReviewed)
  if (isReviewed && !wasReviewed) setReviewed(true)
  const saved = useSyncExternalStore(saver.answer.subscribe, saver.answer.get)
  const { data: checked, isCurrent, error, again } = useCheck(asked, saved === undefined)
  const answer = saved ?? checked
  const withCounted = (errors: readonly FieldError[]) => (tooFew === undefined ? errors : [...errors, tooFew])
  const launchErrors = answer && withCounted(answer.launch_errors)
  // The answer is as old as the last pause; the name may have been typed since.
  const isOutdated = ({ field, key }: FieldError) => field === 'campaignName' && key === 'fields.required' && isNamed
  return {
    problems: answer?.problems ?? NOTHING,
    outline: answer?.outline,
    checkFailure: answer === undefined && error ? { error, again } : undefined,
    launchErrors,
    errorsNow: () => {
      const latest = saver.answer.get() ?? (isCurrent ? checked : undefined)
      return withCounted(latest?.launch_errors ?? NOTHING)
    },
    errorAt: (field, isShown = false) => {
      const found =
        isShown || wasReviewed ? launchErrors?.find(error => error.field === field && !isOutdated(error)) : undefined
      return found && translateSentence(found)
    },
  }
}

function failureOf(state: SaveState): ApiError | undefined {
  return state.name === 'failed' ? state.error : undefined
}

/** Changes the step. Each step is a history entry, so Back returns to the previous step. */
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

/** One saver for the lifetime of the page. Writes the draft's id into the address once it has one. */
function useSaver(
  { channel, zone, mode, campaign }: Pick<WizardStart, 'channel' | 'zone' | 'mode' | 'campaign'>,
  first: CampaignValues,
): DraftSaver {
  const { createDraft, readCampaigns, updateDraft } = CAMPAIGN_CALLS[channel]
  const [state, setState] = useUrlState(wizardState)
  const [saver] = useState(
    () =>
      new DraftSaver({
        uuid: mode === 'draft' ? (campaign?.uuid ?? null) : null,
        savedOn: campaign?.updated_on,
        unstored: toParts(channel, unstoredParts(first, campaign, zone)),
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

/** Waits for a pause in typing before checking again. */
const PAUSE_MS = 400

interface CheckedCampaign {
  channel: Channel
  values: CampaignValues
  /** Id of the stored campaign, if there is one. */
  uuid: string | undefined
}

/** Asks the server what would block a launch, for values that are not saved as they are typed. */
function useCheck({ channel, values, uuid }: CheckedCampaign, enabled: boolean) {
  // Attachments are checked when they are chosen.
  const { attachments: _, ...parts } = values
  const body = { ...toParts(channel, parts), ...(uuid !== undefined && { uuid }) }
  return useLiveAnswer(CAMPAIGN_CALLS[channel].checkCampaign, { body }, { pauseMs: PAUSE_MS, enabled })
}
