import { type ApplicationOverview, type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelHealthMark } from '../../../components/channels/ChannelHealth.tsx'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { setUpPath } from '../../../components/channels/channels.ts'
import { Figure } from '../../../components/display/Figure.tsx'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { lazyView } from '../../../ui/lazy-view.tsx'

const UnprovenDomain = lazyView(async () => (await import('./UnprovenDomain.tsx')).UnprovenDomain)

interface ChannelPanelProps {
  overview: ApplicationOverview
}

/** The set-up state of each channel, with the way to it and the number of contacts it reaches. */
export function ChannelPanel({ overview }: ChannelPanelProps) {
  const { t } = useTranslation('applications')
  return (
    <Panel title={t('dashboard.channels')} actions={t('dashboard.reach')} bare>
      <ul className="py-1.5">
        {CHANNELS.map(channel => (
          <Row key={channel} channel={channel} overview={overview} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ channel, overview }: ChannelPanelProps & { channel: Channel }) {
  const slug = useSlug()
  const { t } = useTranslation(['applications', 'common'])
  const exists = usePageExists()
  const health = overview.channels[channel]
  const setUp = setUpPath(slug, channel)
  return (
    <li className="flex h-9 items-center gap-2.5 px-4">
      <ChannelIcon channel={channel} named />
      <span className="min-w-0 flex-1 truncate">
        {health === 'none' ? (
          <span className="text-muted">{t(`common:channel.${channel}`)}</span>
        ) : (
          <PageLink to={setUp}>{t(`common:channel.${channel}`)}</PageLink>
        )}
      </span>
      {health !== 'none' && channel === 'email' && (
        <Suspense>
          <UnprovenDomain />
        </Suspense>
      )}
      {health !== 'none' && <ChannelHealthMark health={health} channel={channel} />}
      {health === 'none' && !exists(setUp) && <span className="text-12 text-muted">{t('card.notSetUp')}</span>}
      {health === 'none' && exists(setUp) && (
        <Link href={setUp} className="text-12">
          {t('card.setUp')}
          <span className="sr-only"> {t(`common:channel.${channel}`)}</span>
        </Link>
      )}
      {health !== 'none' && (
        <span className="min-w-14 text-end">
          <PageLink to={paths.contacts(slug, { channel })}>
            <Figure value={overview.reach[channel]} />
          </PageLink>
        </span>
      )}
    </li>
  )
}
