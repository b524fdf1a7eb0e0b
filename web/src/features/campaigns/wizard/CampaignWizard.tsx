import type { Channel } from '@notifly/contracts/applications/applications'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReopenBanner } from '../../../components/approvals/ReopenBanner.tsx'
import type { Reopened } from '../../../components/approvals/use-request.ts'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { ContentPreview, ContentTest, WhatStep } from './what/channel-parts.tsx'
import { ConfirmLaunch } from './review/ConfirmLaunch.tsx'
import { ReviewStep } from './review/ReviewStep.tsx'
import { STEPS, type StepId } from './state/steps.ts'
import { Summary, SummaryBody } from './frame/Summary.tsx'
import { useLaunch } from './review/use-launch.ts'
import { WizardContext, useWizard } from './state/wizard-context.ts'
import { type QuietHours, type UsualTags, type Wizard, useWizardState } from './state/wizard-state.ts'
import { WhenStep } from './when/WhenStep.tsx'
import { WhoStep } from './who/WhoStep.tsx'
import { WizardBar } from './frame/WizardBar.tsx'
import { WizardFooter } from './frame/WizardFooter.tsx'
import { WizardFrame } from './frame/WizardFrame.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'

export interface CampaignWizardProps {
  channel: Channel
  zone: string
  quietHours: QuietHours
  application: UsualTags
  mode: 'draft' | 'edit'
  campaign: Campaign | undefined
  /** The rejected request that is being corrected. */
  reopened: Reopened
}

/** The wizard's four steps (Who, What, When, Review) beside a summary that always shows the current state. */
export function CampaignWizard(props: CampaignWizardProps) {
  const { t } = useTranslation('campaigns')
  const { request, reopens } = props.reopened
  // A draft already contains what was submitted. For a scheduled campaign, or one that was never a draft, the request
  // does.
  const isDraft = props.mode === 'draft' && props.campaign !== undefined
  const start = isDraft ? undefined : (request?.payload as Partial<Campaign> | undefined)
  const wizard = useWizardState({ ...props, start })
  const [open, setOpen] = useState<'preview' | 'test' | 'summary'>()
  const [contactUuid, setContactUuid] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const seen = useSeen(wizard.step, props.campaign !== undefined)
  const { leaving, leave } = useLeave(wizard)
  const launch = useLaunch(wizard, props.campaign, reopens)
  const { contents, step } = wizard
  const index = Math.min(chosen, contents.length - 1)
  const dialog = { contents, index, onIndex: setChosen, contactUuid, onContact: setContactUuid }
  const show = (dialog: typeof open) => (isOpen: boolean) => setOpen(isOpen ? dialog : undefined)
  return (
    <WizardContext value={wizard}>
      <WizardLeaveGuard />
      <WizardFrame
        step={t(`wizard.steps.${step}`)}
        bar={<WizardBar seen={seen} leaving={leaving} onLeave={leave} />}
        summary={<Summary onPreview={() => setOpen('preview')} />}
        foot={
          <WizardFooter
            launching={launch.isPending}
            onTest={() => setOpen('test')}
            onLaunch={launch.start}
            onSummary={() => setOpen('summary')}
          />
        }
      >
        {request && (
          <div className="mb-4">
            <ReopenBanner request={request} />
          </div>
        )}
        {props.mode === 'edit' && props.campaign && <EditNote campaign={props.campaign} />}
        {step === 'who' && <WhoStep />}
        {step === 'what' && <WhatStep contactUuid={contactUuid} onContact={setContactUuid} />}
        {step === 'when' && <WhenStep />}
        {step === 'review' && <ReviewStep onPreview={() => setOpen('preview')} failure={launch.failure} />}
      </WizardFrame>
      <ConfirmLaunch open={launch.isAsking} onOpenChange={launch.setAsking} onConfirm={launch.confirm} />
      <Dialog open={open === 'summary'} onOpenChange={show('summary')} title={t('summary.title')} closeOnScrim>
        <SummaryBody onPreview={() => setOpen('preview')} />
      </Dialog>
      <ContentPreview {...dialog} open={open === 'preview'} onOpenChange={show('preview')} />
      <ContentTest {...dialog} open={open === 'test'} onOpenChange={show('test')} />
    </WizardContext>
  )
}

/** The steps that were visited. For a stored campaign, all of them. */
function useSeen(step: StepId, isStored: boolean): ReadonlySet<StepId> {
  const [seen, setSeen] = useState<ReadonlySet<StepId>>(() => new Set(isStored ? STEPS : [step]))
  if (!seen.has(step)) setSeen(new Set([...seen, step]))
  return seen
}

/** Save and close: leaves once all changes are saved; otherwise the leave guard asks. */
function useLeave(wizard: Wizard) {
  const slug = useSlug()
  const goTo = useGoTo()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    const saved = wizard.mode === 'draft' ? wizard.flush() : Promise.resolve(false)
    void saved.then(isSaved => goTo(paths.campaigns(slug), { saved: isSaved })).finally(() => setLeaving(false))
  }
  return { leaving, leave }
}

/** Says which runs an edit of a scheduled campaign affects: future ones, never those that have started. */
function EditNote({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { within } = useMoments(campaign.timezone)
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

/**
 * Prevents lost changes. Leaving saves the draft first; the guard asks only if saving fails, or in edit mode, which
 * does not save automatically.
 */
function WizardLeaveGuard() {
  const wizard = useWizard()
  const { t } = useTranslation(['campaigns', 'common'])
  const { isDirty, mode, flush } = wizard
  const { status, proceed, reset } = useBlocker({
    // All steps share one path.
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false
      return mode === 'edit' || !(await flush())
    },
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  useFlushWhenHidden(wizard)
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={open => !open && reset?.()}
      title={t('common:leave.title')}
      action={t('common:leave.action')}
      onConfirm={() => proceed?.()}
    >
      {mode === 'edit' ? t('common:leave.text') : t('wizard.leaveUnsaved')}
    </ConfirmDialog>
  )
}

/** Saves when the page is hidden, because a phone may discard a page in the background. */
function useFlushWhenHidden({ flush, mode }: Wizard): void {
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden' && mode === 'draft') void latest.current()
    }
    document.addEventListener('visibilitychange', onHide)
    return () => document.removeEventListener('visibilitychange', onHide)
  }, [mode])
}
