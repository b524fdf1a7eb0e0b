import { CHANNELS, type Channel } from '@notifly/contracts/applications'
import { CHANNEL_FORMS, SETTINGS_CHANNELS, type SettingsChannel } from '@notifly/contracts/channel-settings'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { flaggedActivity, reopenFields } from '../../components/approvals/request-flags.ts'
import { CHANNEL_LOOKS, setUpPath } from '../../components/channels/channels.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { can, useCan, useUser } from '../../components/session/use-session.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabLinks } from '../../ui/Tabs.tsx'
import { ChannelSettings } from './ChannelSettings.tsx'

/** Flags by which an address opens a channel's tab, or the rejected request of one. */
const state = z.object({
  ...Object.fromEntries(CHANNELS.map(each => [CHANNEL_LOOKS[each].flag, z.optional(z.string())])),
  ...reopenFields,
})

/** How an application sends: one tab per channel, opened by the flag in the address. */
export function PlatformPage() {
  const { t } = useTranslation(['channels', 'common'])
  const { slug } = useParams({ strict: false }) as { slug: string }
  const channel = useOpenChannel()
  const { activity } = CHANNEL_FORMS[channel]
  const mayRead = useCan(activity, 'read')
  const tabs = SETTINGS_CHANNELS.map(each => ({
    value: each,
    href: setUpPath(slug, each),
    label: (
      <span className="flex items-center gap-2">
        <Icon of={CHANNEL_LOOKS[each].icon} size={14} className={CHANNEL_LOOKS[each].ink} />
        {t(`common:channel.${each}`)}
      </span>
    ),
  }))
  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      <PageHeader title={t('title')} facts={t('lead')} />
      <TabLinks tabs={tabs} value={channel} label={t('tabs')} />
      {mayRead ? (
        <ChannelSettings key={channel} slug={slug} channel={channel} />
      ) : (
        <ForbiddenCard activity={activity} title={t(`states.${channel}.forbidden`)} />
      )}
    </Page>
  )
}

/** The channel that the address names, else the first that the reader may see. */
function useOpenChannel(): SettingsChannel {
  const [query] = useUrlState(state)
  const flags = query as Readonly<Record<string, string | undefined>>
  const user = useUser()
  const isSettled = (channel: Channel | undefined): channel is SettingsChannel =>
    channel !== undefined && SETTINGS_CHANNELS.some(each => each === channel)
  const asked = CHANNELS.find(each => flags[CHANNEL_LOOKS[each].flag] === 'true')
  if (isSettled(asked)) return asked
  const activity = flaggedActivity(query)
  const flagged = SETTINGS_CHANNELS.find(each => CHANNEL_FORMS[each].activity === activity)
  return flagged ?? SETTINGS_CHANNELS.find(each => can(user, CHANNEL_FORMS[each].activity, 'read')) ?? 'email'
}
