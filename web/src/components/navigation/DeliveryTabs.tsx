import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { TabLinks } from '../../ui/layout/Tabs.tsx'
import { usePageExists, useSlug } from './use-pages.ts'

export interface DeliveryTabsProps {
  value: Channel | 'runs'
  /** What goes along from tab to tab: the days. */
  query?: Record<string, string | undefined>
}

/** The dashboards of the channels and the list of runs; each only for who may see it. */
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
  // A reader who may see one page alone needs no link to it.
  if (tabs.every(tab => tab.value === value)) return null
  return <TabLinks label={t('title')} value={value} tabs={tabs} />
}
