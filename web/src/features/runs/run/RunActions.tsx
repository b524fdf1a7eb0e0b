import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { exportRecipients, type RunProgress } from '@notifly/contracts/runs/deliveries'
import { CalendarRange, Download, Ellipsis, Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { factsOfRun, possibleActs } from '../../../components/campaigns/campaign-acts.ts'
import { CampaignQuestions } from '../../../components/campaigns/CampaignQuestions.tsx'
import { useActItems } from '../../../components/campaigns/use-act-items.ts'
import { useCampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { saveDownload } from '../../../components/lists/save-download.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../../ui/overlays/MenuPopup.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { useRecipients } from '../recipients/use-recipients.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

/**
 * Export, pause or resume, and cancel after a confirmation. For a recurring campaign the buttons affect this run only;
 * actions on future runs are in the menu.
 */
export function RunActions({ run }: { run: RunProgress }) {
  const { t } = useTranslation(['delivery', 'acts'])
  const approvalLabel = useApprovalLabel(CAMPAIGN_ACTIVITY[run.notification_type])
  const isPhone = useIsPhone()
  const file = useExport(run)
  const acts = useCampaignActs()
  const more = useMore(run, acts, file)
  const { mayUpdate, mayDelete: mayCancel } = useCampaignRights()(run.notification_type)
  const campaign = factsOfRun(run)
  const scope = campaign.repeats ? 'run' : 'all'
  const words = campaign.repeats ? 'run' : 'once'
  const possible = possibleActs(campaign)[scope]
  return (
    <>
      {!isPhone && file.hasRecipients && (
        <Button icon={Download} loading={file.isExporting} disabled={file.isEmpty} onClick={file.exportCsv}>
          {t('actions.export')}
        </Button>
      )}
      {mayUpdate && possible.includes('pause') && (
        <Button icon={Pause} loading={acts.isBusy} onClick={() => acts.pause(campaign, scope)}>
          {t(`acts:${words}.pause`)}
        </Button>
      )}
      {mayUpdate && possible.includes('resume') && (
        <Button icon={Play} variant="primary" loading={acts.isBusy} onClick={() => acts.resume(campaign, scope)}>
          {approvalLabel(t(`acts:${words}.resume`))}
        </Button>
      )}
      {!isPhone && mayCancel && possible.includes('cancel') && (
        <Button icon={X} onClick={() => acts.ask({ kind: 'cancelRun', campaign })}>
          {t(campaign.repeats ? 'acts:run.cancel' : 'acts:once.cancelRun')}
        </Button>
      )}
      {more.length > 0 && (
        <Menu
          align="end"
          items={more}
          trigger={<IconButton icon={Ellipsis} label={t('acts:more')} variant="plain" />}
        />
      )}
      <CampaignQuestions acts={acts} />
    </>
  )
}

/** The actions without a button of their own. */
function useMore(
  run: RunProgress,
  acts: ReturnType<typeof useCampaignActs>,
  { hasRecipients, isEmpty, exportCsv }: ReturnType<typeof useExport>,
) {
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'acts'])
  const isPhone = useIsPhone()
  const exists = usePageExists()
  const campaign = factsOfRun(run)
  const { course, others } = useActItems(acts)(campaign)
  const runs = paths.campaign(slug, run.notification_type, run.uuid)
  const isCourseShown = course.length > 0 && (isPhone || campaign.repeats)
  const items: (MenuItem | false)[] = [
    isPhone && hasRecipients && { label: t('actions.export'), icon: Download, disabled: isEmpty, onSelect: exportCsv },
    campaign.repeats && exists(runs) && { label: t('acts:runs'), icon: CalendarRange, href: runs },
    ...others,
    isCourseShown && others.length > 0 && { separator: true },
    ...(isCourseShown ? course : []),
  ]
  return items.filter(item => item !== false)
}

/** Exports the recipients that the list shows with its current filters. */
function useExport(run: RunProgress) {
  const { notification_type, run_uuid: uuid, name } = run
  // A missed run never had any; those of an old run are deleted.
  const hasRecipients = run.status !== 'missed' && run.details_removed_on === undefined
  const { filter, list } = useRecipients(run, { enabled: hasRecipients })
  const [isExporting, setExporting] = useState(false)
  const exportCsv = () => {
    setExporting(true)
    const query = { format: 'csv' as const, ...filter }
    void saveDownload(exportRecipients, { params: { notification_type, uuid }, query }, `${name}.csv`).finally(() =>
      setExporting(false),
    )
  }
  return { hasRecipients, isEmpty: list.data?.paging.total === 0, isExporting, exportCsv }
}
