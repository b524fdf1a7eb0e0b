import { type Channel, listApplicationStats, readOverview } from '@notifly/contracts/applications/applications'
import type { ConfigurationCalls, ConfigurationState } from '@notifly/contracts/channel-settings/channel-settings'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { CampaignBadge } from '../display/StatusBadge.tsx'
import { ConfirmWrite } from '../form/ConfirmWrite.tsx'
import { PageLink } from '../navigation/PageLink.tsx'
import { useSlug } from '../navigation/use-pages.ts'

export interface RemoveDialogProps {
  channel: Channel
  calls: Pick<ConfigurationCalls, 'read' | 'remove'>
  campaigns: ConfigurationState['campaigns']
  /** For web push: how many browsers lose their subscription along with the site's keys. */
  subscribers?: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onRemoved: () => void
}

/** Confirms removing the settings, and lists the campaigns that will pause or wait. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { channel, calls, campaigns, subscribers = 0, open, onOpenChange, onRemoved } = props
  const slug = useSlug()
  const { t } = useTranslation('channels')
  return (
    <ConfirmWrite
      endpoint={calls.remove}
      input={{}}
      refreshes={[calls.read, listApplicationStats, readOverview]}
      open={open}
      onClose={() => onOpenChange(false)}
      onDone={onRemoved}
      title={t(`states.${channel}.remove`)}
      action={t('remove.action')}
    >
      <p>{t('remove.text')}</p>
      {subscribers > 0 && (
        <p className="mt-3 font-medium text-ink">{t('remove.subscribers', { count: subscribers })}</p>
      )}
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
    </ConfirmWrite>
  )
}
