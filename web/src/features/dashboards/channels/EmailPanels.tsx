import type { EMAIL_OUTCOMES, EmailDashboard } from '@notifly/contracts/dashboards/email'
import { useTranslation } from 'react-i18next'
import type { Slice } from '../../../components/charts/ring-arcs.ts'
import { HARD_BOUNCE_FILTER, SOFT_BOUNCE_FILTER } from '../../../components/display/shares.ts'
import { SenderAuthentication } from '../../../components/email/SenderAuthentication.tsx'
import { Stack } from '../../../ui/layout/Page.tsx'
import { cardOf, Cards } from '../panels/Cards.tsx'
import { Goals } from '../panels/Goals.tsx'
import { Failures } from '../panels/Failures.tsx'
import { Mailboxes } from '../panels/Mailboxes.tsx'
import { Outcome } from '../panels/Outcome.tsx'
import { RatePanel } from '../panels/RatePanel.tsx'
import { RingPanel } from '../panels/RingPanel.tsx'
import { TopCampaigns } from '../panels/TopCampaigns.tsx'
import { TopLinks } from '../panels/TopLinks.tsx'
import { UsedRing } from '../panels/UsedRing.tsx'
import { deliveredOf, type RecipientFilter } from '../recipient-filters.ts'
import { useFigureLink } from '../view.ts'
import { Pair } from './Pair.tsx'

const FIGURES = [['sent'], ['open_rate', 'opened_share'], ['click_rate', 'clicked_share']] as const

/** Who got the mails, read them and followed their links, and what mailbox providers make of them. */
export function EmailPanels({ data }: { data: EmailDashboard }) {
  if (!data.has_data) return <Outcome outcome={data.email_outcome} />
  return (
    <>
      <Stack>
        <Cards
          cards={[
            cardOf('sent', data, 'email_sent'),
            cardOf('open_rate', data),
            cardOf('click_rate', data),
            cardOf('click_through_rate', data),
            cardOf('delivery_rate', data),
            cardOf('hard_bounce', data),
            cardOf('unsubscribe_rate', data),
            cardOf('clicked', data, 'unique_click'),
          ]}
        />
        <Goals goals={data.goals} />
        <Pair>
          <RatePanel id="open_rate" tone={1} data={data} />
          <RatePanel id="click_rate" tone={3} data={data} />
        </Pair>
        <Pair>
          <Outcomes data={data} />
          <UsedRing id="browser" used={data.section_5} by="clicked" />
        </Pair>
      </Stack>
      <Outcome outcome={data.email_outcome} />
      <Mailboxes mailboxes={data.mailboxes} />
      <div className="mt-6">
        <Stack>
          <Pair>
            <TopCampaigns campaigns={data.top_campaigns} figures={FIGURES} />
            <TopLinks links={data.top_links} />
          </Pair>
          <Pair>
            <UsedRing id="system" used={data.systems} by="opened" />
            <UsedRing id="device" used={data.devices} by="opened" />
          </Pair>
          <Pair>
            <Failures failures={data.failures} />
            <SenderAuthentication />
          </Pair>
        </Stack>
      </div>
    </>
  )
}

const TONES: Record<(typeof EMAIL_OUTCOMES)[number], Slice['tone']> = {
  delivered: 1,
  soft_bounce: 2,
  hard_bounce: 4,
  failed: 6,
  awaiting_report: 'rest',
}

/** What became of all mails. */
function Outcomes({ data: { section_6: outcomes, totals } }: { data: EmailDashboard }) {
  const { t } = useTranslation('dashboards')
  const figureLink = useFigureLink()
  const behind = (name: (typeof EMAIL_OUTCOMES)[number]): RecipientFilter => {
    switch (name) {
      case 'delivered':
        return deliveredOf(totals.data)
      case 'soft_bounce':
        return { status: 'bounced', reason: SOFT_BOUNCE_FILTER }
      case 'hard_bounce':
        return { status: 'bounced', reason: HARD_BOUNCE_FILTER }
      case 'failed':
        return { status: 'failed' }
      case 'awaiting_report':
        return { status: 'sent' }
    }
  }
  const slices = outcomes.data.map(({ name, count }): Slice => ({
    id: name,
    label: t(`outcomes.${name}`),
    value: count,
    tone: TONES[name as keyof typeof TONES] ?? 'rest',
  }))
  return (
    <RingPanel
      title={t('outcomes.title')}
      definition={t('define.outcomes')}
      slices={outcomes.is_loaded ? slices : undefined}
      total={count => t('outcomes.total', { count })}
      none={t('outcomes.none')}
      doorOf={id => figureLink(behind(id as (typeof EMAIL_OUTCOMES)[number]))}
      panel="outcomes"
    />
  )
}
