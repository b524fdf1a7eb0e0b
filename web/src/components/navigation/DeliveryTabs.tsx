import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { TabLinks } from '../../ui/layout/Tabs.tsx'
import { usePageExists, useSlug } from './use-pages.ts'

export interface DeliveryTabsProps {
  value: Channel | 'runs'
  /** Parameters kept when switching tabs: the days. */
  query?: Record<string, string | undefined>
}

/** Tabs for the channels' dashboards and the list of runs. Tabs that the reader may not see are left out. */
export function DeliveryTabs({ value, query = {} }: DeliveryTabsProps) {
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'common'])
  const exists = usePageExists()
  const tabs = [
    ...CHANNELS.map(channel => ({
      value: channel as string,
      label: t(`common:channel.${channel}`),
      href: paths.deliveryDashboard(slug, channel, query),
    })),
    { value: 'runs', label: t('runs.label'), href: paths.deliveries(slug, query) },
  ].filter(({ href }) => exists(href))
  // With a single tab no navigation is needed.
  if (tabs.every(tab => tab.value === value)) return null
  return <TabLinks label={t('title')} value={value} tabs={tabs} />
}
