import { ACTIVITY } from '@notifly/contracts/activities'
import { CHANNELS } from '@notifly/contracts/applications'
import { useParams } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { CHANNEL_LOOKS, SERVED_CHANNELS, setUpPath } from '../../components/channels/channels.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabLinks } from '../../ui/Tabs.tsx'
import { EmailSettings } from './EmailSettings.tsx'

/** Flags by which an address opens a channel's tab. */
const state = z.object(Object.fromEntries(CHANNELS.map(each => [CHANNEL_LOOKS[each].flag, z.optional(z.string())])))

/** How an application sends: one tab per channel, opened by the flag in the address. */
export function PlatformPage() {
  const { t } = useTranslation(['channels', 'common'])
  const { slug } = useParams({ strict: false }) as { slug: string }
  const mayRead = useCan(ACTIVITY.platformEmail, 'read')
  const [flags] = useUrlState(state)
  const asked = CHANNELS.find(each => flags[CHANNEL_LOOKS[each].flag] === 'true')
  const tabs = [{ value: 'email', label: t('common:channel.email'), href: setUpPath(slug, 'email') }]
  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      <PageHeader title={t('title')} facts={t('lead')} />
      {asked !== undefined && !SERVED_CHANNELS.includes(asked) && (
        <Alert icon={Clock} className="mb-4">
          {t('later', { channel: t(`common:channel.${asked}`) })}
        </Alert>
      )}
      <TabLinks tabs={tabs} value="email" label={t('tabs')} />
      {mayRead ? (
        <EmailSettings slug={slug} />
      ) : (
        <ForbiddenCard activity={ACTIVITY.platformEmail} title={t('forbidden.title')} />
      )}
    </Page>
  )
}
