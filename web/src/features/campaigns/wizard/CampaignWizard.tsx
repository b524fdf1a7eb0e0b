import type { Channel } from '@notifly/contracts/applications/applications'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReopenBanner } from '../../../components/approvals/ReopenBanner.tsx'
import type { Reopened } from '../../../components/approvals/use-request.ts'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { ContentPreview, ContentTest, WhatStep } from './what/channel-parts.tsx'
import { EditNote } from './frame/EditNote.tsx'
import { ReviewStep } from './review/ReviewStep.tsx'
import { type StepId, STEPS } from './state/steps.ts'
import { Summary, SummaryBody } from './frame/Summary.tsx'
import { useLaunch } from './review/use-launch.ts'
import { WizardContext } from './state/wizard-context.ts'
import { type QuietHours, useWizardState, type Wizard } from './state/wizard-state.ts'
import { WhenStep } from './when/WhenStep.tsx'
import { WhoStep } from './who/WhoStep.tsx'
import { WizardBar } from './frame/WizardBar.tsx'
import { WizardFoot } from './frame/WizardFoot.tsx'
import { WizardFrame } from './frame/WizardFrame.tsx'
import { WizardLeaveGuard } from './frame/WizardLeaveGuard.tsx'

export interface CampaignWizardProps {
  channel: Channel
  zone: string
  quietHours: QuietHours
  mode: 'draft' | 'edit'
  campaign: Campaign | undefined
  /** The rejected request that is being corrected. */
  reopened: Reopened
}

/** Who, What, When, Review of one campaign, with the summary that is always true. */
export function CampaignWizard(props: CampaignWizardProps) {
  const { t } = useTranslation('campaigns')
  const { request, reopens } = props.reopened
  // A draft is what was sent; of a scheduled campaign, and of one that never was a draft, the request holds it.
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
          <WizardFoot
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
      <Dialog open={open === 'summary'} onOpenChange={show('summary')} title={t('summary.title')} closeOnScrim>
        <SummaryBody onPreview={() => setOpen('preview')} />
      </Dialog>
      <ContentPreview {...dialog} open={open === 'preview'} onOpenChange={show('preview')} />
      <ContentTest {...dialog} open={open === 'test'} onOpenChange={show('test')} />
    </WizardContext>
  )
}

/** Steps that were looked at. What was stored before counts as seen. */
function useSeen(step: StepId, isStored: boolean): ReadonlySet<StepId> {
  const [seen, setSeen] = useState<ReadonlySet<StepId>>(() => new Set(isStored ? STEPS : [step]))
  if (!seen.has(step)) setSeen(new Set([...seen, step]))
  return seen
}

/** Save and close: leaves once everything typed is on the server, otherwise the guard asks. */
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
