import { ACTIVITY, type ActivityId } from '@notifly/contracts/roles/activities'
import { CHANNELS, type Channel } from '@notifly/contracts/applications/applications'
import { CHANNEL_FORMS } from '@notifly/contracts/channel-settings/channels'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { flaggedChannel, reopenFields } from '../../components/approvals/request-flags.ts'
import { CHANNEL_LOOKS, setUpPath } from '../../components/channels/channels.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { can, useCan, useUser } from '../../components/session/use-session.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { TabLinks } from '../../ui/layout/Tabs.tsx'
import { ChannelSettings } from './ChannelSettings.tsx'
import { WebPush } from '../web-push/WebPush.tsx'

/** Flags by which an address opens a channel's tab, or the rejected request of one. */
const state = z.object({
  ...Object.fromEntries(CHANNELS.map(each => [CHANNEL_LOOKS[each].flag, z.optional(z.string())])),
  ...reopenFields,
})

interface SettingsTab {
  channel: Channel
  activity: ActivityId
  show: () => ReactNode
}

/** In the order of the tabs. A channel whose settings are no form of a provider brings its own page. */
const TABS: readonly SettingsTab[] = CHANNELS.map(channel =>
  channel === 'webpush'
    ? { channel, activity: ACTIVITY.platformWebpush, show: () => <WebPush key={channel} /> }
    : {
        channel,
        activity: CHANNEL_FORMS[channel].activity,
        show: () => <ChannelSettings key={channel} channel={channel} />,
      },
)
const [FIRST] = TABS as [SettingsTab]

/** How an application sends: one tab per channel, opened by the flag in the address. */
export function PlatformPage() {
  const { t } = useTranslation(['channels', 'common'])
  const slug = useSlug()
  const { channel, activity, show } = useOpenTab()
  const mayRead = useCan(activity, 'read')
  const user = useUser()
  const offered = TABS.filter(tab => can(user, tab.activity, 'read'))
  const tabs = offered.map(({ channel: value }) => ({
    value,
    href: setUpPath(slug, value),
    label: (
      <span className="flex items-center gap-2">
        <Icon of={CHANNEL_LOOKS[value].icon} size={14} className={CHANNEL_LOOKS[value].ink} />
        {t(`common:channel.${value}`)}
      </span>
    ),
  }))
  return (
    <TitledPage title={t('title')} facts={t('lead')}>
      {tabs.length > 0 && <TabLinks tabs={tabs} value={channel} label={t('tabs')} />}
      {mayRead ? show() : <ForbiddenCard activity={activity} title={t(`states.${channel}.forbidden`)} />}
    </TitledPage>
  )
}

/** The tab of the channel that the address names, else the first that the reader may see. */
function useOpenTab(): SettingsTab {
  const [query] = useUrlState(state)
  const flags = query as Readonly<Record<string, string | undefined>>
  const user = useUser()
  const asked = flaggedChannel(query)
  return (
    TABS.find(({ channel }) => flags[CHANNEL_LOOKS[channel].flag] === 'true') ??
    TABS.find(({ channel }) => channel === asked) ??
    TABS.find(tab => can(user, tab.activity, 'read')) ??
    FIRST
  )
}
