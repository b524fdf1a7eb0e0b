import type { WhatsappDashboard } from '@notifly/contracts/dashboards/whatsapp'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../ui/layout/Page.tsx'
import { cardOf, Cards } from '../panels/Cards.tsx'
import { Goals } from '../panels/Goals.tsx'
import { Categories } from '../panels/Categories.tsx'
import { Failures } from '../panels/Failures.tsx'
import { Templates } from '../panels/Templates.tsx'
import { TopCampaigns } from '../panels/TopCampaigns.tsx'
import { WireLines } from '../panels/WireLines.tsx'

const FIGURES = [['sent'], ['open_rate', 'read_share'], ['click_rate', 'clicked_share']] as const

/** WhatsApp: what arrived, was read and pressed, by template, and why messages failed. Links open without us: WhatsApp has their addresses. */
export function WhatsappPanels({ data }: { data: WhatsappDashboard }) {
  const { t } = useTranslation('dashboards')
  if (!data.has_data) return null
  return (
    <Stack>
      <Cards
        columns={3}
        cards={[
          cardOf('sent', data),
          cardOf('delivered', data),
          cardOf('delivery_rate', data),
          cardOf('open_rate', data, 'read_rate'),
          cardOf('click_through_rate', data, 'whatsapp_click_through'),
          cardOf('bounce_rate', data, 'undelivered_rate'),
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
      <Templates templates={data.templates} />
      <Categories data={data} />
      <Failures failures={data.section_3} />
      <TopCampaigns campaigns={data.top_campaigns} figures={FIGURES} />
    </Stack>
  )
}
