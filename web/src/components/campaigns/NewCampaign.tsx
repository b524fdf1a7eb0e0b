import { CHANNELS, listApplicationStats } from '@notifly/contracts/applications/applications'
import { ChevronDown, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useIsPhone } from '../../ui/use-media-query.ts'
import { CHANNEL_LOOKS, setUpPath } from '../channels/channels.ts'
import { usePageExists, useSlug } from '../navigation/use-pages.ts'
import { useCampaignRights } from './use-campaign-rights.ts'

export interface NewCampaignProps {
  /** The button's label. */
  label: string
  /** Id of the segment preselected in the new campaign. */
  segment?: string
  /** A secondary button, beside the page's primary one. */
  second?: boolean
}

/**
 * Starts a new campaign on one of the channels that the reader may use. A channel that is not set up links to its
 * settings, if the reader may see them.
 */
export function NewCampaign({ label, segment, second = false }: NewCampaignProps) {
  const variant = second ? 'plain' : 'primary'
  const slug = useSlug()
  const { t } = useTranslation('common')
  const isPhone = useIsPhone()
  const rightsOn = useCampaignRights()
  const { data } = useRead(listApplicationStats, {})
  const health = data?.find(each => each.application_uuid === slug)?.channels
  const channels = CHANNELS.filter(channel => rightsOn(channel).mayCreate)
  const wizard = (channel: string) => paths.campaignWizard(slug, channel, { segment })
  const exists = usePageExists()
  const [only, ...others] = channels
  if (only === undefined) return null
  if (others.length === 0) {
    return (
      <ButtonLink variant={variant} icon={Plus} href={wizard(only)}>
        {label}
      </ButtonLink>
    )
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button variant={variant} icon={Plus} iconEnd={isPhone ? undefined : ChevronDown}>
          {label}
        </Button>
      }
      items={channels.map(channel => {
        const state = health?.[channel]
        const setUp = setUpPath(slug, channel)
        const isSetUp = state === undefined || state === 'configured' || state === 'failing'
        return {
          label: t(`channel.${channel}`),
          icon: CHANNEL_LOOKS[channel].icon,
          ...(!isSetUp && { hint: t(`health.${state}`) }),
          href: state === 'none' && exists(setUp) ? setUp : wizard(channel),
        }
      })}
    />
  )
}
