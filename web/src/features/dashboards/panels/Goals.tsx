import type { Revenue } from '@notifly/contracts/campaigns/goals'
import { FEW_SENT } from '@notifly/contracts/dashboards/figures'
import type { GoalCampaign, Goals as GoalsData } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { GoalStats } from '../../../components/display/GoalStats.tsx'
import { Rate } from '../../../components/display/Rate.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { Stack } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { Pair } from '../channels/Pair.tsx'
import { useFigureWords } from '../use-figure-words.ts'
import { useCampaignLinks, useFigureLink, useView } from '../view.ts'
import { CampaignName } from './CampaignName.tsx'
import { MoveWords } from './Cards.tsx'
import { CsvButton } from './CsvButton.tsx'
import { LinkedNumber } from './LinkedNumber.tsx'
import { LinesPanel } from './LinesPanel.tsx'

const CONVERTED = { status: 'converted' }

/** What the campaigns of the range brought about; nothing where none has a goal. */
export function Goals({ goals }: { goals: { data: GoalsData } | undefined }) {
  const { t } = useTranslation('goals')
  if (goals === undefined) return null
  const { daily, campaigns } = goals.data
  return (
    <Stack>
      <Totals goals={goals.data} />
      <Pair>
        <LinesPanel
          title={t('byDay')}
          definition={t('define.byDay')}
          kind="count"
          days={daily.map(({ date }) => date)}
          lines={[{ id: 'conversions', label: t('conversions'), tone: 3, values: daily.map(({ count }) => count) }]}
          panel="conversions"
        />
        <ByCampaign campaigns={campaigns} />
      </Pair>
    </Stack>
  )
}

function Totals({ goals }: { goals: GoalsData }) {
  const { t } = useTranslation('dashboards')
  const { sent } = useView()
  const figureLink = useFigureLink()
  const { money } = useDisplay()
  const { move } = useFigureWords()
  const { conversions, converted, conversion_rate: rate, revenue, previous } = goals
  const moved = previous && move(conversions, previous.conversions, { kind: 'count', better: 'more' })
  const [share, shareBefore] = [rate, previous?.conversion_rate ?? null].map(each => each && each / 100)
  const rateMoved = move(share ?? null, shareBefore ?? null, { kind: 'rate', better: 'more' })
  const worth = previous?.revenue.find(({ currency }) => currency === revenue[0]?.currency)
  return (
    <GoalStats
      conversions={conversions}
      converted={converted}
      share={rate === null ? undefined : rate / 100}
      isFew={sent < FEW_SENT}
      revenue={revenue.length > 0 ? revenue : undefined}
      href={figureLink(CONVERTED)}
      details={{
        ...(moved && { conversions: <MoveWords move={moved} /> }),
        ...(rateMoved && { rate: <MoveWords move={rateMoved} /> }),
        ...(worth && { revenue: t('delta.from', { value: money(worth.amount, worth.currency, 2) }) }),
      }}
    />
  )
}

/** Campaigns with a goal, those with most conversions first. */
function ByCampaign({ campaigns }: { campaigns: readonly GoalCampaign[] }) {
  const { t } = useTranslation(['goals', 'dashboards'])
  const { range } = useView()
  const { percent } = useDisplay()
  const linksOf = useCampaignLinks(range)
  const figure = (
    id: string,
    header: string,
    definition: string,
    cell: TableColumn<GoalCampaign>['cell'],
  ): TableColumn<GoalCampaign> => ({ id, header, definition, align: 'end', skeleton: 'number', cell })
  return (
    <Panel bare title={t('byCampaign')} actions={<CsvButton panel="goals" title={t('byCampaign')} />}>
      <DataTable
        frameless
        label={t('byCampaign')}
        columns={[
          {
            id: 'campaign',
            header: t('dashboards:columns.campaign'),
            skeleton: 'name',
            cell: row => <CampaignName name={row.name} doors={linksOf(row)} />,
          },
          figure('conversions', t('conversions'), t('define.conversions'), row => (
            <LinkedNumber className="tnum" value={row.conversions} href={linksOf(row).behind(CONVERTED)} />
          )),
          figure('rate', t('rate'), t('define.rate'), ({ conversion_rate: rate, delivered, converted, ...row }) => {
            if (rate === null) return '–'
            const door = converted === 0 ? undefined : linksOf(row).behind(CONVERTED)
            const text = percent(rate / 100)
            return (
              <Rate className="tnum" isFew={delivered < FEW_SENT}>
                {door === undefined ? (
                  text
                ) : (
                  <Link tone="door" href={door}>
                    {text}
                  </Link>
                )}
              </Rate>
            )
          }),
          figure('revenue', t('revenue'), t('define.revenue'), ({ revenue }) => <RevenueText revenue={revenue} />),
        ]}
        rows={campaigns}
        rowId={row => row.uuid}
        rowName={row => row.name}
        empty={null}
      />
    </Panel>
  )
}

/** The largest amount, and below it those in other currencies. */
function RevenueText({ revenue }: { revenue: Revenue }) {
  const { money } = useDisplay()
  const [first, ...others] = revenue.map(({ amount, currency }) => money(amount, currency, 2))
  if (first === undefined) return '–'
  return (
    <span className="tnum">
      {first}
      {others.length > 0 && <span className="block text-12 text-muted">{others.join(' · ')}</span>}
    </span>
  )
}
