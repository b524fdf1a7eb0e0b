import type { Channel } from '@notifly/contracts/applications/applications'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReopenBanner } from '../../../components/approvals/ReopenBanner.tsx'
import type { Reopened } from '../../../components/approvals/use-request.ts'
import { useGoTo } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { ContentPreview, ContentTest, WhatStep } from './channel-parts.tsx'
import { EditNote } from './EditNote.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { type StepId, STEPS } from './steps.ts'
import { Summary, SummaryBody } from './Summary.tsx'
import { useLaunch } from './use-launch.ts'
import { type QuietHours, useWizard, type Wizard } from './use-wizard.ts'
import { WhenStep } from './WhenStep.tsx'
import { WhoStep } from './WhoStep.tsx'
import { WizardBar } from './WizardBar.tsx'
import { WizardFoot } from './WizardFoot.tsx'
import { WizardFrame } from './WizardFrame.tsx'
import { WizardLeaveGuard } from './WizardLeaveGuard.tsx'

export interface CampaignWizardProps {
  slug: string
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
  const wizard = useWizard({ ...props, start })
  const [open, setOpen] = useState<'preview' | 'test' | 'summary'>()
  const [contactUuid, setContactUuid] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const seen = useSeen(wizard.step, props.campaign !== undefined)
  const { leaving, leave } = useLeave(wizard)
  const launch = useLaunch(wizard, props.campaign, reopens)
  const { contents, step } = wizard
  const index = Math.min(chosen, contents.length - 1)
  const dialog = { wizard, contents, index, onIndex: setChosen, contactUuid, onContact: setContactUuid }
  const show = (dialog: typeof open) => (isOpen: boolean) => setOpen(isOpen ? dialog : undefined)
  return (
    <>
      <WizardLeaveGuard wizard={wizard} />
      <WizardFrame
        step={t(`wizard.steps.${step}`)}
        bar={<WizardBar wizard={wizard} seen={seen} leaving={leaving} onLeave={leave} />}
        summary={<Summary wizard={wizard} onPreview={() => setOpen('preview')} />}
        foot={
          <WizardFoot
            wizard={wizard}
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
        {step === 'who' && <WhoStep wizard={wizard} />}
        {step === 'what' && <WhatStep wizard={wizard} contactUuid={contactUuid} onContact={setContactUuid} />}
        {step === 'when' && <WhenStep wizard={wizard} />}
        {step === 'review' && (
          <ReviewStep wizard={wizard} onPreview={() => setOpen('preview')} failure={launch.failure} />
        )}
      </WizardFrame>
      <SummarySheet
        wizard={wizard}
        open={open === 'summary'}
        onOpenChange={show('summary')}
        onPreview={() => setOpen('preview')}
      />
      <ContentPreview {...dialog} open={open === 'preview'} onOpenChange={show('preview')} />
      <ContentTest {...dialog} open={open === 'test'} onOpenChange={show('test')} />
    </>
  )
}

interface SummarySheetProps {
  wizard: Wizard
  open: boolean
  onOpenChange: (open: boolean) => void
  onPreview: () => void
}

function SummarySheet({ wizard, open, onOpenChange, onPreview }: SummarySheetProps) {
  const { t } = useTranslation('campaigns')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('summary.title')} closeOnScrim>
      <SummaryBody wizard={wizard} onPreview={onPreview} />
    </Dialog>
  )
}

/** Steps that somebody has looked at. What was stored before counts as seen. */
function useSeen(step: StepId, isStored: boolean): ReadonlySet<StepId> {
  const [seen, setSeen] = useState<ReadonlySet<StepId>>(() => new Set(isStored ? STEPS : [step]))
  if (!seen.has(step)) setSeen(new Set([...seen, step]))
  return seen
}

/** Save and close: leaves once everything typed is on the server, otherwise the guard asks. */
function useLeave(wizard: Wizard) {
  const goTo = useGoTo()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    const saved = wizard.mode === 'draft' ? wizard.flush() : Promise.resolve(false)
    void saved.then(isSaved => goTo(paths.campaigns(wizard.slug), { saved: isSaved })).finally(() => setLeaving(false))
  }
  return { leaving, leave }
}
