import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { listRuns, type RunRow } from '@notifly/contracts/runs/deliveries'
import { CalendarClock, ExternalLink } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { factsOfRow, waitingOf } from '../../../components/campaigns/campaign-acts.ts'
import { useActItems } from '../../../components/campaigns/use-act-items.ts'
import type { CampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { hasFigure } from '../../../components/channels/channels.ts'
import { filterOf, sharesOf } from '../../../components/display/shares.ts'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PER_PAGE } from '../../../components/lists/list-state.ts'
import { ListTable } from '../../../components/lists/ListTable.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { RUN_STATUSES } from '../../../components/runs/run-states.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'
import type { MenuItem } from '../../../ui/overlays/MenuPopup.tsx'
import { NameCell, ValueOrDash } from '../../../ui/table/NameCell.tsx'
import { Toolbar } from '../../../ui/layout/Page.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { runsState } from './runs-state.ts'

export interface RunsOfCampaignProps {
  campaign: Campaign
  acts: CampaignActs
  pollMs: number | false
}

/**
 * The campaign's runs on the clock of its schedule, latest first. Missed runs show why. Each run can be ended
 * separately.
 */
export function RunsOfCampaign({ campaign, acts, pollMs }: RunsOfCampaignProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const [{ status, page }, change] = useUrlState(runsState)
  const query = { uuid: campaign.uuid, status, page, per_page: PER_PAGE }
  const list = useReadPage(listRuns, { query }, { pollMs })
  const columns = useColumns(campaign)
  const { dayAndTime } = useMoments(campaign.timezone)
  return (
    <ListTable
      list={list}
      page={page}
      change={change}
      failed={t('page.runsFailed')}
      label={t('page.runs')}
      columns={columns}
      rowId={run => run.run_uuid}
      rowName={run => dayAndTime(run.planned_on ?? run.started_on)}
      rowMenu={useRunMenu(campaign, acts)}
      toolbar={
        <Toolbar>
          <FilterChip
            multiple
            label={t('list.status')}
            allText={t('list.all')}
            options={RUN_STATUSES.map(value => ({ value, label: t(`common:status.campaign.${value}`) }))}
            value={status === '' ? [] : status.split(',')}
            onChange={chosen => change({ status: chosen.join(','), page: 1 })}
          />
        </Toolbar>
      }
      empty={
        status === '' ? (
          <StateCard kind="empty" icon={CalendarClock} title={t('page.noRun')}>
            {campaign.next_run === null
              ? t('page.noRunText')
              : t('page.firstRun', { when: dayAndTime(campaign.next_run) })}
          </StateCard>
        ) : (
          <NothingFound filtered title={t('page.noneLikeThis')} onClear={() => change({ status: '', page: 1 })}>
            {t('list.noneFoundText')}
          </NothingFound>
        )
      }
    />
  )
}

/** Actions on this run only; actions on the campaign are at the top of the page. */
function useRunMenu(campaign: Campaign, acts: CampaignActs): (run: RunRow) => MenuItem[] {
  const slug = useSlug()
  const { t } = useTranslation('acts')
  const itemsOf = useActItems(acts)
  return run => {
    const own = { uuid: run.run_uuid, status: run.status, sent: run.sent, waiting: waitingOf(run) }
    const open = { label: t('openRun'), icon: ExternalLink, href: paths.run(slug, run.notification_type, run.run_uuid) }
    return [open, ...itemsOf({ ...factsOfRow(campaign), run: own }).run]
  }
}

function useColumns({ timezone: zone, platform, goal }: Campaign): TableColumn<RunRow>[] {
  const slug = useSlug()
  const hasGoal = goal != null
  const { t } = useTranslation(['campaigns', 'common', 'goals'])
  const { number, percent } = useDisplay()
  const { dayAndTime } = useMoments(zone)
  return useMemo(() => {
    const rate = (id: 'delivered' | 'opened' | 'clicked'): TableColumn<RunRow> => ({
      id,
      header: t(id === 'opened' && platform === 'whatsapp' ? 'list.columns.read' : `list.columns.${id}`),
      definition: t(`common:define.${id === 'delivered' ? 'deliveredRate' : id}`),
      align: 'end',
      skeleton: 'number',
      cell: run => {
        const share = run.status === 'missed' || !hasFigure(run.notification_type, id) ? null : sharesOf(run)[id]
        const to = paths.run(slug, run.notification_type, run.run_uuid, {
          status: filterOf(id, run.counts),
        })
        return share === null ? <ValueOrDash>{null}</ValueOrDash> : <PageLink to={to}>{percent(share)}</PageLink>
      },
    })
    return [
      {
        id: 'when',
        header: t('page.when'),
        skeleton: 'two-lines',
        cell: run => (
          <NameCell
            name={<span className="tnum">{dayAndTime(run.planned_on ?? run.started_on)}</span>}
            href={paths.run(slug, run.notification_type, run.run_uuid)}
            {...(run.status_reason !== null && { sub: reasonOfState(run) })}
          />
        ),
      },
      {
        id: 'status',
        header: t('list.columns.status'),
        skeleton: 'badge',
        card: 'badge',
        cell: run => <CampaignBadge status={run.status} />,
      },
      {
        id: 'recipients',
        header: t('list.columns.recipients'),
        definition: t('common:define.recipients'),
        align: 'end',
        skeleton: 'number',
        cell: run =>
          run.status === 'missed' ? (
            <ValueOrDash>{null}</ValueOrDash>
          ) : (
            <PageLink to={paths.run(slug, run.notification_type, run.run_uuid)}>{number(run.recipients)}</PageLink>
          ),
      },
      rate('delivered'),
      rate('opened'),
      rate('clicked'),
      ...(hasGoal
        ? [
            {
              id: 'conversions',
              header: t('goals:conversions'),
              definition: t('goals:define.conversions'),
              align: 'end',
              skeleton: 'number',
              cell: ({ goal }) => <ValueOrDash>{goal === undefined ? null : number(goal.conversions)}</ValueOrDash>,
            } satisfies TableColumn<RunRow>,
          ]
        : []),
    ]
  }, [slug, platform, hasGoal, t, number, percent, dayAndTime])
}
