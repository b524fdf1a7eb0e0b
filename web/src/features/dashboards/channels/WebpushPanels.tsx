import type { WebpushDashboard } from '@notifly/contracts/dashboards/push'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../ui/layout/Page.tsx'
import { type Card, cardOf, Cards } from '../panels/Cards.tsx'
import { Goals } from '../panels/Goals.tsx'
import { Failures } from '../panels/Failures.tsx'
import { Prompts } from '../panels/Prompts.tsx'
import { PushRates } from '../panels/PushRates.tsx'
import { Subscriptions } from '../panels/Subscriptions.tsx'
import { TopCampaigns } from '../panels/TopCampaigns.tsx'
import { TopLinks } from '../panels/TopLinks.tsx'
import { UsedRing } from '../panels/UsedRing.tsx'
import { WireLines } from '../panels/WireLines.tsx'
import { usePeopleLink } from '../view.ts'
import { Pair } from './Pair.tsx'
import { peopleCards } from './push-cards.ts'

const FIGURES = [['sent'], ['delivery_rate', 'delivered_share'], ['click_rate', 'clicked_share']] as const

/** Notifications in browsers: whom they reach, what came of them, and who subscribed or left. */
export function WebpushPanels({ data }: { data: WebpushDashboard }) {
  const { t } = useTranslation('dashboards')
  const people = usePeopleLink()()
  const influenced: Card = {
    id: 'influenced_open',
    kind: 'count',
    better: 'more',
    value: data.static_kpi_data.data?.influenced_open,
    before: data.previous?.static_kpi_data.influenced_open,
    course: data.daily.data.map(day => day.influenced),
  }
  const subscriptions = (
    <>
      <Pair>
        <Subscriptions subscriptions={data.subscription_overview} />
      </Pair>
      <Prompts prompts={data.prompts} />
    </>
  )
  if (!data.has_data)
    return (
      <div className="mt-4">
        <Stack>{subscriptions}</Stack>
      </div>
    )
  return (
    <Stack>
      <Cards
        cards={[
          ...peopleCards(data, people),
          influenced,
          cardOf('sent', data),
          cardOf('delivery_rate', data),
          cardOf('click_rate', data),
          cardOf('dismissed', data),
        ]}
      />
      <Goals goals={data.goals} />
      <Pair>
        <PushRates rates={data.delivery_open_rate} />
        <WireLines
          title={t('deviceSeries.title')}
          definition={t('define.deviceSeries')}
          lines={data.device_series}
          wordOf={name => t(`device.${name}`)}
          panel="devices"
        />
      </Pair>
      <Pair>
        <UsedRing id="browser" used={data.browser_overview} by="clicked" />
        <UsedRing id="system" used={data.os_overview} by="clicked" />
      </Pair>
      {subscriptions}
      <Pair>
        <TopCampaigns campaigns={data.top_campaigns} figures={FIGURES} />
        <TopLinks links={data.top_links} />
      </Pair>
      <Failures failures={data.failures} />
    </Stack>
  )
}
