import { type ApplicationStats, type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { useRouter } from '@tanstack/react-router'
import { Ellipsis, Pencil, Send, SlidersHorizontal, SquareChartGantt } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChannelHealthMark } from '../../components/channels/ChannelHealth.tsx'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { channelInSentence, setUpPath } from '../../components/channels/channels.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { CampaignBadge } from '../../components/display/StatusBadge.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { pageAt } from '../../components/rights/page-rights.ts'
import { useCanIn } from '../../components/rights/use-organization-rights.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { LiveDot } from '../../ui/feedback/LiveDot.tsx'
import { ProgressBar, type ProgressTone } from '../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AppMark } from '../../ui/layout/Avatar.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'

/** One application: name, organization, contacts; per channel its health and reach; the last run. */
export function ApplicationCard({ application }: { application: ApplicationStats }) {
  const { t } = useTranslation('applications')
  const offered = usePageOffered(application)
  const slug = application.application_uuid
  return (
    <li className="flex flex-col rounded-3 border border-line bg-surface">
      <header className="flex items-center gap-3 py-3 ps-4 pe-3">
        <AppMark id={slug} name={application.name} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-14 font-semibold tracking-(--ls-tight)">
            <Link href={paths.dashboard(slug)} tone="door">
              <CutText>{application.name}</CutText>
            </Link>
          </h2>
          <p className="tnum truncate text-12 text-muted">
            <bdi>{application.organization_name}</bdi>
            {' · '}
            <PageLink to={paths.contacts(slug)} isOffered={offered}>
              {t('list.contacts', { count: application.contacts })}
            </PageLink>
          </p>
        </div>
        <CardMenu application={application} />
      </header>
      <ul className="flex-1 border-t border-line py-1.5">
        {CHANNELS.map(channel => (
          <ChannelRow key={channel} application={application} channel={channel} />
        ))}
      </ul>
      <footer className="flex min-h-10 items-center gap-2 border-t border-line px-4 py-2 text-12 text-muted">
        <LastRun application={application} />
      </footer>
    </li>
  )
}

function CardMenu({ application }: { application: ApplicationStats }) {
  const { t } = useTranslation('applications')
  const offered = usePageOffered(application)
  const slug = application.application_uuid
  const items: MenuItem[] = [{ label: t('card.open'), icon: SquareChartGantt, href: paths.dashboard(slug) }]
  if (offered(paths.applicationEdit(slug))) {
    items.push({ label: t('card.edit'), icon: Pencil, href: paths.applicationEdit(slug) })
  }
  if (offered(paths.platform(slug))) {
    items.push({ label: t('card.platform'), icon: SlidersHorizontal, href: paths.platform(slug) })
  }
  return (
    <Menu
      align="end"
      items={items}
      trigger={
        <IconButton icon={Ellipsis} size="sm" tooltip={false} label={t('card.actions', { name: application.name })} />
      }
    />
  )
}

const barTones: Record<string, ProgressTone> = { configured: 'neutral', pending: 'warning', failing: 'danger' }

function ChannelRow({ application, channel }: { application: ApplicationStats; channel: Channel }) {
  const { t } = useTranslation(['applications', 'common'])
  const { number } = useDisplay()
  const offered = usePageOffered(application)
  const slug = application.application_uuid
  const name = t(`common:channel.${channel}`)
  const health = application.channels[channel]
  const setUp = setUpPath(slug, channel)
  if (health === 'none') {
    return (
      <li className="flex h-8 items-center gap-2.5 px-4 max-sm:gap-2">
        <ChannelIcon channel={channel} named />
        <span className="flex-1 truncate text-muted">{name}</span>
        {offered(setUp) ? (
          <Link href={setUp} className="text-12">
            {t('card.setUp')}
            <span className="sr-only"> {name}</span>
          </Link>
        ) : (
          <span className="text-12 text-muted">{t('card.notSetUp')}</span>
        )}
      </li>
    )
  }
  const reach = application.reach[channel]
  const share = application.contacts > 0 ? reach / application.contacts : 0
  return (
    <li className="grid h-8 grid-cols-[0.875rem_5.25rem_minmax(0,1fr)_auto_4rem] items-center gap-2.5 px-4 max-sm:grid-cols-[0.875rem_auto_minmax(0,1fr)_auto_2rem] max-sm:gap-2">
      <ChannelIcon channel={channel} named />
      <span className="truncate">{name}</span>
      <span className="flex min-w-0 justify-end">
        <ChannelHealthMark health={health} channel={channel} />
      </span>
      <span className="tnum min-w-14 text-end">
        <PageLink to={paths.contacts(slug, { channel })} isOffered={offered}>
          {number(reach)}
        </PageLink>
      </span>
      <ProgressBar
        meter
        size="thin"
        label={t('card.reach', { channel: channelInSentence(name) })}
        segments={[{ share, tone: barTones[health] ?? 'neutral' }]}
      />
    </li>
  )
}

function LastRun({ application }: { application: ApplicationStats }) {
  const { t } = useTranslation('applications')
  const { shortDay } = useDisplay()
  const offered = usePageOffered(application)
  const { last_run: run, application_uuid: slug } = application
  if (!run) {
    const wizard = paths.campaignWizard(slug, 'email')
    return (
      <>
        <span>{t('card.noRun')}</span>
        {offered(wizard) && (
          <Link href={wizard} className="ms-auto">
            {t('card.firstRun')}
          </Link>
        )}
      </>
    )
  }
  const isLive = run.status === 'executing'
  return (
    <>
      {isLive ? <LiveDot /> : <Icon of={Send} size={14} />}
      <span className="flex min-w-0 flex-1 gap-1">
        <span className="min-w-0 font-medium text-ink">
          <CutText>{run.name}</CutText>
        </span>
        {!isLive && <span className="shrink-0">· {shortDay(run.started_on)}</span>}
      </span>
      {isLive ? (
        <span className="tnum whitespace-nowrap">{t('card.progress', { sent: run.sent, total: run.recipients })}</span>
      ) : (
        <CampaignBadge status={run.status} />
      )}
    </>
  )
}

/** The shape of a card while the list loads. */
export function ApplicationCardSkeleton() {
  return (
    <li aria-hidden className="rounded-3 border border-line bg-surface">
      <div className="flex items-center gap-3 px-4 py-3">
        <Skeleton width="2rem" height="2rem" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton width="40%" />
          <Skeleton width="60%" height="0.5rem" />
        </div>
      </div>
      <div className="flex flex-col gap-5 border-t border-line px-4 py-4">
        {CHANNELS.map(channel => (
          <Skeleton key={channel} width="100%" />
        ))}
      </div>
      <div className="h-10 border-t border-line" />
    </li>
  )
}

/** Whether a page of this application exists and the user's role there includes it, whichever application is active. */
function usePageOffered({
  organization_uuid: organization,
}: Pick<ApplicationStats, 'organization_uuid'>): (path: string) => boolean {
  const router = useRouter()
  const canIn = useCanIn()
  return path => {
    const page = pageAt(router, path)
    if (page?.right === undefined) return page !== undefined
    const { activities, level } = page.right
    return activities.some(activity => canIn(organization, activity, level))
  }
}
