import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { Ban, Copy, Forward, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import type { MenuAction, MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { type CampaignFacts, isEditable, isResendable, possibleActs, type RunAct } from './campaign-acts.ts'
import type { CampaignActs, Scope } from './use-campaign-acts.ts'
import { useApprovalLabels } from '../approvals/use-approval-label.ts'
import { isHeldFor, useSession } from '../session/use-session.ts'
import { useCampaignRights } from './use-campaign-rights.ts'
import { useSlug } from '../navigation/use-pages.ts'

const ICONS = { pause: Pause, resume: Play, cancel: Ban }

export interface ActItems {
  /** Actions on the run only. */
  run: MenuItem[]
  /** Pause, resume and cancel: of the run, then of the whole campaign if that differs. */
  course: MenuItem[]
  /** Edit, duplicate, resend and delete. */
  others: MenuItem[]
}

/** The actions on a campaign as menu items: those that the reader's role and the campaign's state allow. */
export function useActItems(acts: CampaignActs): (campaign: CampaignFacts) => ActItems {
  const { t } = useTranslation('acts')
  const rightsOn = useCampaignRights()
  const approvalLabels = useApprovalLabels()
  const user = useSession()
  const othersOf = useOtherItems(acts)

  const courseItem = (campaign: CampaignFacts, scope: Scope, act: RunAct): MenuAction => {
    const isRun = scope === 'run'
    const words = isRun ? 'run' : campaign.repeats ? 'all' : 'once'
    // Resuming can need approval, and can't be requested twice; pausing and cancelling need none.
    const waits = act === 'resume' && campaign.approval !== undefined
    const isAsked = act === 'resume' && isHeldFor(user, CAMPAIGN_ACTIVITY[campaign.channel])
    const label = t(`${words}.${act}`)
    return {
      label: isAsked ? approvalLabels(label) : label,
      icon: ICONS[act],
      ...(act === 'cancel' && { danger: true }),
      ...(waits && { disabled: true, hint: t('waits') }),
      onSelect: () =>
        act === 'cancel' ? acts.ask({ kind: isRun ? 'cancelRun' : 'cancelAll', campaign }) : acts[act](campaign, scope),
    }
  }

  return campaign => {
    const { mayUpdate, mayDelete } = rightsOn(campaign.channel)
    const allowed = (act: RunAct) => (act === 'cancel' ? mayDelete : mayUpdate)
    const { run, all } = possibleActs(campaign)
    const ofRun = run.filter(allowed).map(act => courseItem(campaign, 'run', act))
    const ofAll = all.filter(allowed).map(act => courseItem(campaign, 'all', act))
    const course: MenuItem[] =
      ofRun.length > 0 && ofAll.length > 0
        ? [{ heading: t('run.heading') }, ...ofRun, { heading: t('all.heading') }, ...ofAll]
        : [...ofRun, ...ofAll]
    return { run: ofRun, course, others: othersOf(campaign) }
  }
}

function useOtherItems(acts: CampaignActs): (campaign: CampaignFacts) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation('acts')
  const rightsOn = useCampaignRights()
  return campaign => {
    const { uuid, channel, status } = campaign
    const { mayCreate, mayUpdate, mayDelete } = rightsOn(channel)
    const isDraft = status === 'draft'
    const wizard = (query: Record<string, string>) => paths.campaignWizard(slug, channel, query)
    const waits = campaign.approval !== undefined && { disabled: true, hint: t('waits') }
    const ask = (kind: 'resend' | 'delete') => () => acts.ask({ kind, campaign })
    const items: (MenuItem | false)[] = [
      isDraft && mayCreate && { label: t('continue'), icon: Pencil, href: wizard({ draft: uuid }) },
      mayUpdate &&
        isEditable(campaign) && {
          label: t(campaign.run === null ? 'edit' : 'editNext'),
          icon: Pencil,
          ...waits,
          href: wizard({ m: 'e', uuid }),
        },
      mayCreate && { label: t('duplicate'), icon: Copy, onSelect: () => acts.duplicate(campaign) },
      mayCreate && isResendable(campaign) && { label: t('resend'), icon: Forward, onSelect: ask('resend') },
      isDraft &&
        mayDelete && { label: t('delete.action'), icon: Trash2, danger: true, ...waits, onSelect: ask('delete') },
    ]
    return items.filter(item => item !== false)
  }
}
