import { CONFIGURATION_CALLS, type ConfigurationCalls, type ConfigurationState } from '@notifly/contracts/channel-settings'
import type { SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { listApplicationStats, readOverview } from '@notifly/contracts/applications'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { CampaignBadge } from '../../components/display/StatusBadge.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { serverText } from '../../locales/server-text.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export interface RemoveDialogProps {
  slug: string
  channel: SettingsChannel
  campaigns: ConfigurationState['campaigns']
  open: boolean
  onOpenChange: (open: boolean) => void
  onRemoved: () => void
}

/** Asks before the settings are removed, and names the campaigns that then pause or wait. */
export function RemoveDialog({ slug, channel, campaigns, open, onOpenChange, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('channels')
  const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  const remove = useWrite(calls.remove, {
    refreshes: [calls.read, listApplicationStats, readOverview],
    failure: 'form',
    onDone: () => {
      onOpenChange(false)
      onRemoved()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(`states.${channel}.remove`)}
      action={t('remove.action')}
      loading={remove.isPending}
      error={remove.error && serverText(remove.error.message)}
      onConfirm={() => remove.mutate({})}
    >
      <p>{t('remove.text')}</p>
      {campaigns.length > 0 && (
        <>
          <p className="mt-3 font-medium text-ink">{t('remove.campaigns', { count: campaigns.length })}</p>
          <ul className="mt-1">
            {campaigns.map(({ uuid, name, status }) => (
              <li key={uuid} className="flex items-center justify-between gap-3 py-1">
                <PageLink to={paths.campaigns(slug, { search: name })} className="truncate">
                  <bdi>{name}</bdi>
                </PageLink>
                <CampaignBadge status={status} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
