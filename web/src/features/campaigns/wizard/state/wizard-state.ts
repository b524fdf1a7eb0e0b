/** The state of the wizard: the entered values, how they are saved, and what follows from them. */
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
import { say } from '../../../../locales/say.ts'
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
  /** The application's clock. */
  zone: string
  quietHours: QuietHours
  application: UsualTags
  /** `edit`: a scheduled campaign, changed only when it is saved explicitly. */
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
  /** What its receivers see before they open it, as the server last answered. */
  outline: CampaignOutline | undefined
  estimate: Estimate
  /** What a launch would be refused for, as the server last answered; undefined until it has. */
  launchErrors: readonly FieldError[] | undefined
  /** The same at the moment of the call, as far as the server has answered for what is chosen now. */
  errorsNow: () => readonly FieldError[]
  /**
   * What the server says of a field, in the reader's language. What is merely missing is told beside its field once the review
   * has told it; `isShown` tells it at once.
   */
  faultAt: (field: string, isShown?: boolean) => string | undefined
  saveState: SaveState
  isDirty: boolean
  /** Everything typed is on the server; always false while editing. */
  flush: () => Promise<boolean>
  /** Why the last save failed. */
  saveFailure: () => ApiError | undefined
}

/** "22:00" to "08:00" on each recipient's clock. */
export interface QuietHours {
  from: string
  to: string
}

/** What campaigns of the application usually add to their links, and the name that stands for it there. */
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
  /** What is stored already. */
  campaign: Campaign | undefined
  /** What a rejected request asked for, laid over it. */
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

/** What the server says of it. A draft is judged as it is saved; before that, and for an edit of what is scheduled, by a call of its own. */
function useJudgement(
  asked: CheckedCampaign,
  saver: DraftSaver,
  { isReviewed, tooFew }: { isReviewed: boolean; tooFew: FieldError | undefined },
): Pick<Wizard, 'problems' | 'outline' | 'launchErrors' | 'errorsNow' | 'faultAt'> {
  const [wasReviewed, setReviewed] = useState(isReviewed)
  if (isReviewed && !wasReviewed) setReviewed(true)
  const saved = useSyncExternalStore(saver.answer.subscribe, saver.answer.get)
  const { data: checked, isCurrent } = useCheck(asked, saved === undefined)
  const answer = saved ?? checked
  const withCounted = (errors: readonly FieldError[]) => (tooFew === undefined ? errors : [...errors, tooFew])
  const launchErrors = answer && withCounted(answer.launch_errors)
  return {
    problems: answer?.problems ?? NOTHING,
    outline: answer?.outline,
    launchErrors,
    errorsNow: () => {
      const latest = saver.answer.get() ?? (isCurrent ? checked : undefined)
      return withCounted(latest?.launch_errors ?? NOTHING)
    },
    faultAt: (field, isShown = false) => {
      const found = isShown || wasReviewed ? launchErrors?.find(error => error.field === field) : undefined
      return found && say(found)
    },
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

/** Words come faster than they need to be judged. */
const PAUSE_MS = 400

interface CheckedCampaign {
  channel: Channel
  values: CampaignValues
  /** What is stored of it already. */
  uuid: string | undefined
}

/** What keeps a campaign from being launched that is not saved as it is typed. */
function useCheck({ channel, values, uuid }: CheckedCampaign, enabled: boolean) {
  // Files have rules of their own, which are checked as they are chosen.
  const { attachments: _, ...parts } = values
  const body = { ...toParts(channel, parts), ...(uuid !== undefined && { uuid }) }
  return useLiveAnswer(CAMPAIGN_CALLS[channel].checkCampaign, { body }, { pauseMs: PAUSE_MS, enabled })
}
