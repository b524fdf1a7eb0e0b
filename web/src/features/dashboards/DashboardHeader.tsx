import { GOAL_PANELS, PANELS_OF } from '@notifly/contracts/dashboards/exports'
import { CalendarDays, ChevronDown, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChannelHealthMark, type Health } from '../../components/channels/ChannelHealth.tsx'
import { setUpPath } from '../../components/channels/channels.ts'
import { DayRangePicker } from '../../components/display/DayRangePicker.tsx'
import { useDayWords } from '../../components/display/use-day-words.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { joined } from '../../locales/isolated.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { CampaignFilter } from './CampaignFilter.tsx'
import { CompareButton } from './CompareButton.tsx'
import type { ChangeDashboard, DashboardState } from './dashboard-address.ts'
import type { Dashboard } from './use-dashboard.ts'
import { useSavePanel, useView } from './view.ts'

export interface DashboardHeaderProps {
  data: Dashboard | undefined
  /** Of the channel; undefined while it is being read. */
  health: Health | undefined
  state: DashboardState
  change: ChangeDashboard
}

/** Which channel and days it is about, what these are compared with, and the way to other days, a campaign, files. */
export function DashboardHeader({ data, health, state, change }: DashboardHeaderProps) {
  const { t } = useTranslation(['dashboards', 'common'])
  const slug = useSlug()
  const exists = usePageExists()
  const { channel } = useView()
  const dayWords = useDayWords()
  const runs = paths.deliveries(slug)
  const before = data?.previous?.range
  // No days have anything to show, compare or export.
  const isUnused = data !== undefined && !data.has_data && data.last_data === null && data.campaign === null
  return (
    <PageHeader
      stacked
      crumbs={exists(runs) ? [{ label: t('delivery'), href: runs }] : []}
      title={t(`common:channel.${channel}`)}
      badge={health && <SetUpState health={health} />}
      facts={
        data && !isUnused
          ? joined([
              before && t('comparedWith', { days: dayWords.shortRange(before) }),
              channel === 'email' && t(before ? 'withoutMachines' : 'withoutMachinesAlone'),
            ]) || t('facts', { days: dayWords.range(data.range) })
          : !isUnused && null
      }
      actions={
        !isUnused && (
          <>
            <DayRangePicker
              align="end"
              label={t('days')}
              days={state}
              onDays={({ from, to }) => change({ from, to })}
              trigger={range => (
                <Button icon={CalendarDays} iconEnd={ChevronDown} className="tnum">
                  {dayWords.range(range)}
                </Button>
              )}
            />
            <CompareButton
              label={t('compare')}
              isCompared={state.compare === 'true'}
              onCompare={isCompared => change({ compare: isCompared ? 'true' : 'false' })}
            />
            <CampaignFilter data={data} onChoose={notification => change({ notification })} />
            <ExportMenu hasGoals={data?.goals !== undefined} disabled={data?.has_data === false} />
          </>
        )
      }
    />
  )
}

/** Whether the channel works, which leads to its settings. */
function SetUpState({ health }: { health: Health }) {
  const { t } = useTranslation('common')
  const slug = useSlug()
  const { channel } = useView()
  return (
    <PageLink to={setUpPath(slug, channel)} className="text-12">
      {health === 'none' ? t('health.none') : <ChannelHealthMark health={health} channel={channel} />}
    </PageLink>
  )
}

/** Each panel's numbers as a file. */
function ExportMenu({ hasGoals, disabled }: { hasGoals: boolean; disabled: boolean }) {
  const { t } = useTranslation('dashboards')
  const { channel } = useView()
  const save = useSavePanel()
  const panels = PANELS_OF[channel].filter(panel => hasGoals || !GOAL_PANELS.includes(panel))
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} disabled={disabled}>
          <span className="max-sm:sr-only">{t('export.button')}</span>
        </Button>
      }
      items={[
        { heading: t('export.heading') },
        ...panels.map(panel => ({ label: t(`export.${panel}`), onSelect: () => save(panel) })),
      ]}
    />
  )
}
