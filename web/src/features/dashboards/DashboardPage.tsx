import { type Channel, CHANNELS, readApplication } from '@notifly/contracts/applications/applications'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useDays } from '../../components/display/DayRangePicker.tsx'
import { DeliveryTabs } from '../../components/navigation/DeliveryTabs.tsx'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ChannelPanels } from './channels/ChannelPanels.tsx'
import { dashboardState } from './dashboard-address.ts'
import { DashboardHeader } from './DashboardHeader.tsx'
import { FiguresLink } from './FiguresLink.tsx'
import { LoadingSkeleton } from './LoadingSkeleton.tsx'
import { NothingToShow } from './NothingToShow.tsx'
import { useDashboard } from './use-dashboard.ts'
import { type View, ViewContext } from './view.ts'

/** The delivery dashboard of the channel that the address names. */
export function DeliveryDashboardPage() {
  const { t } = useTranslation(['dashboards', 'common'])
  const { type } = useParams({ strict: false }) as { type: string }
  const channel = CHANNELS.find(each => each === type)
  return (
    <Page>
      <PageTitle>{channel === undefined ? t('delivery') : t(`common:channel.${channel}`)}</PageTitle>
      {channel === undefined ? <NotFoundCard framed /> : <OfChannel key={channel} channel={channel} />}
    </Page>
  )
}

function OfChannel({ channel }: { channel: Channel }) {
  const { t } = useTranslation('dashboards')
  const slug = useSlug()
  const [state, change] = useUrlState(dashboardState)
  const days = useDays(state)
  // What "the last 30 days" are is a matter of the application's clock.
  const isZoneKnown = useZone() !== undefined
  const application = useRead(readApplication, { params: { uuid: slug } })
  const { compare, notification } = state
  const { data, error, refetch } = useDashboard(channel, { ...days, compare, notification }, isZoneKnown)
  const failure = error ?? application.error
  const health = application.data?.channels[channel]
  const campaign = data?.campaign ?? null
  const [only] = campaign === null ? [] : (data?.top_campaigns.data ?? [])
  const view: View = {
    channel,
    range: days,
    campaign,
    runUuid: only?.runs === 1 ? only.run_uuid : null,
    sent: data?.totals.data.sent ?? 0,
    retry: () => void refetch(),
  }
  return (
    <ViewContext value={view}>
      <DashboardHeader data={data} health={health} state={state} change={change} />
      <DeliveryTabs value={channel} query={{ from: state.from, to: state.to }} />
      {failure && !data && (
        <ReadFailure
          error={failure}
          title={t('failed')}
          onRetry={() => void (error ? refetch() : application.refetch())}
        />
      )}
      {!data && !failure && <LoadingSkeleton />}
      {data && !data.has_data && <NothingToShow data={data} health={health} change={change} />}
      {data && <ChannelPanels channel={channel} data={data} />}
      {data && (
        <div className="mt-4">
          <FiguresLink>{t('figures.title')}</FiguresLink>
        </div>
      )}
    </ViewContext>
  )
}
