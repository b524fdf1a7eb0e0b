import type { MobilepushDashboard } from '@notifly/contracts/dashboards/push'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../ui/layout/Page.tsx'
import { cardOf, Cards } from '../panels/Cards.tsx'
import { Goals } from '../panels/Goals.tsx'
import { Failures } from '../panels/Failures.tsx'
import { PushRates } from '../panels/PushRates.tsx'
import { RingPanel } from '../panels/RingPanel.tsx'
import { Subscriptions } from '../panels/Subscriptions.tsx'
import { TopCampaigns } from '../panels/TopCampaigns.tsx'
import { TopLinks } from '../panels/TopLinks.tsx'
import { WireLines } from '../panels/WireLines.tsx'
import { slicesOf } from '../slices.ts'
import { usePeopleLink } from '../view.ts'
import { Pair } from './Pair.tsx'
import { peopleCards } from './push-cards.ts'

const FIGURES = [['sent'], ['delivery_rate', 'delivered_share'], ['click_rate', 'clicked_share']] as const

/** Notifications in apps: whom they reach, by platform and version, and what came of them. */
export function MobilepushPanels({ data }: { data: MobilepushDashboard }) {
  const { t } = useTranslation('dashboards')
  const people = usePeopleLink()()
  const devices = (
    <>
      <Pair>
        <Reached id="platforms" reached={data.platforms} href={people} />
        <Reached id="app_versions" reached={data.app_versions} href={people} />
      </Pair>
      <Pair>
        <Subscriptions subscriptions={data.subscription_overview} />
      </Pair>
    </>
  )
  if (!data.has_data) {
    return (
      <div className="mt-4">
        <Stack>{devices}</Stack>
      </div>
    )
  }
  return (
    <Stack>
      <Cards
        cards={[
          ...peopleCards(data, people),
          cardOf('sent', data),
          cardOf('delivered', data),
          cardOf('delivery_rate', data),
          cardOf('clicked', data),
          cardOf('failed', data),
        ]}
      />
      <Goals goals={data.goals} />
      <Pair>
        <WireLines
          title={t('lines.title')}
          definition={t('define.lines')}
          lines={data.section_2}
          wordOf={name => t(`lines.${name}`)}
          panel="daily"
        />
        <PushRates rates={data.delivery_open_rate} />
      </Pair>
      {devices}
      <Pair>
        <TopCampaigns campaigns={data.top_campaigns} figures={FIGURES} />
        <TopLinks links={data.top_links} />
      </Pair>
      <Failures failures={data.section_3} />
    </Stack>
  )
}

interface ReachedProps {
  id: 'platforms' | 'app_versions'
  reached: MobilepushDashboard['platforms']
  href: string | undefined
}

const PLATFORMS: Record<string, string> = { ios: 'iOS', android: 'Android' }

/** Devices that are reached now. */
function Reached({ id, reached: { data, is_loaded }, href }: ReachedProps) {
  const { t } = useTranslation('dashboards')
  const wordOf = (name: string) => (name === '' ? t('reached.unknown') : (PLATFORMS[name] ?? name))
  return (
    <RingPanel
      title={t(`reached.${id}`)}
      definition={t(`define.${id}`)}
      slices={data ? slicesOf(data, wordOf, t('others')) : undefined}
      isUnread={is_loaded && data === null}
      total={count => t('reached.total', { count })}
      none={t('reached.none')}
      doorOf={() => href}
      panel={id}
    />
  )
}
