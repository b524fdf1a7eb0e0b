import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { Ellipsis, Pause, Pencil, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { factsOfRow, isEditable, possibleActs } from '../../../components/campaigns/campaign-acts.ts'
import { useActItems } from '../../../components/campaigns/use-act-items.ts'
import type { CampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

export interface CampaignButtonsProps {
  campaign: Campaign
  acts: CampaignActs
}

/** Actions on the whole campaign. Actions on a single run are in that run's row. */
export function CampaignButtons({ campaign, acts }: CampaignButtonsProps) {
  const slug = useSlug()
  const { t } = useTranslation('acts')
  const approvalLabel = useApprovalLabel(CAMPAIGN_ACTIVITY[campaign.platform])
  const { mayUpdate } = useCampaignRights()(campaign.platform)
  const facts = factsOfRow(campaign)
  const { all } = possibleActs(facts)
  const { course, others } = useActItems(acts)(facts)
  const words = facts.repeats ? 'all' : 'once'
  // While a request waits for approval, the campaign can't be changed or resumed again.
  const isOpen = facts.approval === undefined
  const items = [
    ...others,
    ...(others.length > 0 && course.length > 0 ? [{ separator: true } as const] : []),
    ...course,
  ]
  return (
    <>
      {mayUpdate && isOpen && isEditable(facts) && (
        <ButtonLink icon={Pencil} href={paths.campaignWizard(slug, campaign.platform, { m: 'e', uuid: campaign.uuid })}>
          {t(facts.run === null ? 'edit' : 'editNext')}
        </ButtonLink>
      )}
      {mayUpdate && all.includes('pause') && (
        <Button icon={Pause} loading={acts.isBusy} onClick={() => acts.pause(facts, 'all')}>
          {t(`${words}.pause`)}
        </Button>
      )}
      {mayUpdate && isOpen && all.includes('resume') && (
        <Button icon={Play} variant="primary" loading={acts.isBusy} onClick={() => acts.resume(facts, 'all')}>
          {approvalLabel(t(`${words}.resume`))}
        </Button>
      )}
      {items.length > 0 && (
        <Menu align="end" items={items} trigger={<IconButton icon={Ellipsis} label={t('more')} variant="plain" />} />
      )}
    </>
  )
}
