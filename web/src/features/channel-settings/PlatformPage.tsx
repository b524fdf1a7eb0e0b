import { ACTIVITY } from '@notifly/contracts/activities'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setUpPath } from '../../components/channels/channels.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabLinks } from '../../ui/Tabs.tsx'
import { EmailSettings } from './EmailSettings.tsx'

/** How an application sends: one tab per channel, opened by the flag in the address. */
export function PlatformPage() {
  const { t } = useTranslation(['channels', 'common'])
  const { slug } = useParams({ strict: false }) as { slug: string }
  const mayRead = useCan(ACTIVITY.platformEmail, 'read')
  const tabs = [{ value: 'email', label: t('common:channel.email'), href: setUpPath(slug, 'email') }]
  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      <PageHeader title={t('title')} facts={t('lead')} />
      <TabLinks tabs={tabs} value="email" label={t('tabs')} />
      {mayRead ? (
        <EmailSettings slug={slug} />
      ) : (
        <ForbiddenCard activity={ACTIVITY.platformEmail} title={t('forbidden.title')} />
      )}
    </Page>
  )
}
