import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { RunActions } from './RunActions.tsx'

/** Which run it is, its status, and what can be done with it. */
export function RunHeader({ run, facts }: { run: RunProgress; facts: ReactNode }) {
  const { notification_type: channel } = run
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'common'])
  return (
    <PageHeader
      crumbs={[
        { label: t('title'), href: paths.deliveries(slug) },
        { label: t(`common:channel.${channel}`), href: paths.deliveriesOf(slug, channel) },
      ]}
      title={<bdi>{run.name}</bdi>}
      badge={
        <>
          <CampaignBadge status={run.status} />
          <span className="flex items-center gap-1.5 text-12 text-ink-2">
            <ChannelIcon channel={channel} named />
            {t(`common:channel.${channel}`)}
          </span>
        </>
      }
      facts={facts}
      actions={<RunActions run={run} />}
    />
  )
}
