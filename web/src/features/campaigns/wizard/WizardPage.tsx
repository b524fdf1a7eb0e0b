import { CAMPAIGN_ACTIVITY, CAMPAIGN_CALLS, updateLevel } from '@notifly/contracts/campaigns/calls'
import { type Channel, readApplication } from '@notifly/contracts/applications/applications'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { useRead } from '../../../api/queries.ts'
import { PendingState } from '../../../components/approvals/PendingState.tsx'
import { textIn } from '../../../components/approvals/request-address.ts'
import { useReopened } from '../../../components/approvals/use-request.ts'
import { factsOfRow, isEditable } from '../../../components/campaigns/campaign-acts.ts'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { wizardState } from './state/steps.ts'
import { CampaignWizard } from './CampaignWizard.tsx'
import { WizardSkeleton } from './frame/WizardFrame.tsx'

export function EmailWizardPage() {
  return <WizardPage channel="email" />
}

export function SmsWizardPage() {
  return <WizardPage channel="sms" />
}

export function WhatsappWizardPage() {
  return <WizardPage channel="whatsapp" />
}

export function WebpushWizardPage() {
  return <WizardPage channel="webpush" />
}

export function MobilepushWizardPage() {
  return <WizardPage channel="mobilepush" />
}

/** The page that creates a campaign, continues a draft (`?draft=`) or edits a scheduled campaign (`?m=e&uuid=`). */
function WizardPage({ channel }: { channel: Channel }) {
  const { t } = useTranslation('campaigns')
  const slug = useSlug()
  const reopened = useReopened()
  const { mode, stored } = useStored(reopened.request)
  const application = useRead(readApplication, { params: { uuid: slug } })
  const campaign = useRead(
    CAMPAIGN_CALLS[channel].readCampaign,
    { query: { uuid: stored ?? '' } },
    { enabled: stored !== undefined, once: true },
  )
  // The route checks the right to create. Editing a scheduled campaign needs the right to update.
  const level = updateLevel(channel)
  const mayEdit = useCan(CAMPAIGN_ACTIVITY[channel], level)
  // The draft of a rejected request may have been deleted since. The request itself still holds its content.
  const isGone = campaign.error?.status === 404 && mode === 'draft' && reopened.request !== undefined
  const error = application.error ?? (isGone ? null : campaign.error)
  const retry = () => void Promise.all([application.refetch(), ...(stored === undefined ? [] : [campaign.refetch()])])

  if (mode === 'edit' && !mayEdit) return <Forbidden channel={channel} level={level} />
  if (reopened.isLoading) return <WizardSkeleton />
  if (error) return <Failed error={error} what={application.error ? 'application' : 'campaign'} onRetry={retry} />
  if (!application.data || (stored !== undefined && !campaign.data && !isGone)) return <WizardSkeleton />
  const waiting = campaign.data?.approval_uuid
  if (waiting !== undefined) {
    const name = campaign.data?.campaignName ?? ''
    return <Waiting channel={channel} approval={waiting} name={name} />
  }
  const fits = !campaign.data || isOpenFor(mode, campaign.data)
  if (!fits) return <Launched name={campaign.data?.campaignName ?? ''} />
  return (
    <>
      <PageTitle>{campaign.data?.campaignName || t(`wizard.newOf.${channel}`)}</PageTitle>
      <CampaignWizard
        channel={channel}
        zone={application.data.timezone}
        quietHours={{ from: application.data.quiet_from, to: application.data.quiet_to }}
        application={application.data}
        mode={mode}
        campaign={campaign.data}
        reopened={reopened}
      />
    </>
  )
}

/**
 * The mode, and the id of the stored campaign: from the address, otherwise from the rejected request that the address
 * names.
 */
function useStored(request: Approval | undefined) {
  const [{ draft, m, uuid }] = useUrlState(wizardState)
  const asked = textIn(request?.payload, 'uuid') || undefined
  // A draft created on this page need not be read back; only one that the address named from the start.
  const [begun] = useState(draft)
  if (m === 'e' && uuid !== undefined) return { mode: 'edit', stored: uuid } as const
  if (request?.command === 'campaign.update') return { mode: 'edit', stored: asked } as const
  return { mode: 'draft', stored: begun ?? asked } as const
}

/**
 * Drafts can be continued. Scheduled campaigns can be edited while a run is still ahead, even during an earlier run.
 */
function isOpenFor(mode: 'draft' | 'edit', campaign: Campaign): boolean {
  return mode === 'draft' ? campaign.status === 'draft' : isEditable(factsOfRow(campaign))
}

interface FailedProps {
  error: ApiError
  what: 'application' | 'campaign'
  onRetry: () => void
}

function Failed({ error, what, onRetry }: FailedProps) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const title = what === 'application' ? t('wizard.applicationFailed') : t('wizard.failed')
  return (
    <TitledPage crumbs={[{ label: t('list.title'), href: paths.campaigns(slug) }]} title={t('page.title')}>
      <ReadFailure error={error} title={title} onRetry={onRetry} />
    </TitledPage>
  )
}

/** Shown while a request waits for a decision: until then the campaign can't be edited. */
function Waiting({ channel, approval, name }: { channel: Channel; approval: string; name: string }) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { readCampaign, readCampaigns } = CAMPAIGN_CALLS[channel]
  return (
    <Page>
      <PageHeader crumbs={[{ label: t('list.title'), href: paths.campaigns(slug) }]} title={<bdi>{name}</bdi>} />
      <PendingState approval={approval} refreshes={[readCampaign, readCampaigns]} />
    </Page>
  )
}

function Launched({ name }: { name: string }) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  return (
    <Page>
      <StateCard
        kind="empty"
        framed
        icon={CalendarCheck}
        title={t('wizard.launchedTitle', { name })}
        actions={
          <ButtonLink variant="primary" href={paths.campaigns(slug)}>
            {t('wizard.toCampaigns')}
          </ButtonLink>
        }
      >
        {t('wizard.launchedText')}
      </StateCard>
    </Page>
  )
}

function Forbidden({ channel, level }: { channel: Channel; level: 'create' | 'update' }) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  return (
    <TitledPage crumbs={[{ label: t('list.title'), href: paths.campaigns(slug) }]} title={t(`wizard.newOf.${channel}`)}>
      <ForbiddenCard activity={CAMPAIGN_ACTIVITY[channel]} level={level} title={t('wizard.forbidden')} />
    </TitledPage>
  )
}
