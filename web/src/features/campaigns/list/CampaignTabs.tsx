import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { TabLinks } from '../../../ui/layout/Tabs.tsx'
import { type ListState, TAB_IDS, type TabId, TABS } from './list-state.ts'

export interface CampaignTabsProps {
  state: ListState
  /** By status; undefined while they are counted. */
  counts: Record<string, number> | undefined
}

/** All, what runs, what is to come, drafts, what ended well and what did not. */
export function CampaignTabs({ state, counts }: CampaignTabsProps) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { number } = useDisplay()
  const countOf = (tab: TabId) => counts && number(TABS[tab].reduce((sum, status) => sum + (counts[status] ?? 0), 0))
  const { channel, search, from, to, sort } = state
  const kept = { channel, search: search || undefined, from, to, sort: sort === '-schedule' ? undefined : sort }
  return (
    <TabLinks
      label={t('list.tabsLabel')}
      value={state.tab}
      tabs={TAB_IDS.map(tab => ({
        value: tab,
        label: t(`list.tabs.${tab}`),
        count: countOf(tab),
        href: paths.campaigns(slug, { ...kept, tab: tab === 'all' ? undefined : tab }),
      }))}
    />
  )
}
