import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import { useTranslation } from 'react-i18next'
import { useSlug, usePageExists } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Stack } from '../../../ui/layout/Page.tsx'
import { type Card, cardOf, Cards } from '../panels/Cards.tsx'
import { Goals } from '../panels/Goals.tsx'
import { Classes } from '../panels/Classes.tsx'
import { Countries } from '../panels/Countries.tsx'
import { Failures } from '../panels/Failures.tsx'
import { LinesPanel } from '../panels/LinesPanel.tsx'
import { TopCampaigns } from '../panels/TopCampaigns.tsx'
import { TopLinks } from '../panels/TopLinks.tsx'
import { WireLines } from '../panels/WireLines.tsx'
import { Pair } from './Pair.tsx'

const FIGURES = [['sent'], ['delivery_rate', 'delivered_share'], ['click_rate', 'clicked_share']] as const

/** Text messages: what arrived, what it is billed as, who followed links and who answered STOP. */
export function SmsPanels({ data }: { data: SmsDashboard }) {
  const { t } = useTranslation('dashboards')
  if (!data.has_data) return null
  const segments = data.section_2.data.find(({ name }) => name === 'segments')
  const billed: Card = {
    id: 'segments',
    kind: 'count',
    better: 'more',
    value: data.section_1.is_loaded ? data.section_1.data.segments : undefined,
    before: data.previous?.section_1.segments,
    course: segments?.points.map(({ count }) => count),
  }
  return (
    <Stack>
      <Cards
        columns={3}
        cards={[
          cardOf('sent', data),
          cardOf('delivered', data),
          cardOf('delivery_rate', data),
          cardOf('failed', data),
          cardOf('clicked', data),
          billed,
        ]}
      />
      <Goals goals={data.goals} />
      <WireLines
        title={t('lines.title')}
        definition={t('define.lines')}
        lines={data.section_2}
        wordOf={name => t(`lines.${name}`)}
        panel="daily"
      />
      <Pair>
        <Failures failures={data.section_3} />
        <StopReplies replies={data.stop_replies} />
      </Pair>
      <Classes classes={data.classes} currency={data.currency} />
      <Countries data={data} />
      <Pair>
        <TopCampaigns campaigns={data.top_campaigns} figures={FIGURES} />
        <TopLinks links={data.top_links} />
      </Pair>
    </Stack>
  )
}

/** Numbers that answered STOP, day by day. */
function StopReplies({ replies: { data, is_loaded } }: { replies: SmsDashboard['stop_replies'] }) {
  const { t } = useTranslation('dashboards')
  const slug = useSlug()
  const exists = usePageExists()
  const suppressions = paths.suppressions(slug)
  return (
    <LinesPanel
      title={t('stops.title')}
      definition={t('define.stops')}
      kind="count"
      days={data.points.map(({ date }) => date)}
      isLoaded={is_loaded}
      panel="stop_replies"
      meta={t('stops.total', { count: data.count })}
      {...(exists(suppressions) && { href: suppressions })}
      lines={[{ id: 'stops', label: t('stops.title'), tone: 2, values: data.points.map(({ count }) => count) }]}
    />
  )
}
