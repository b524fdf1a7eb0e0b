import { CalendarDays, List } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { SegmentLinks } from '../../ui/controls/SegmentLinks.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'

/** Links that switch between the list of campaigns and the calendar of their runs. */
export function ViewLinks({ view }: { view: 'list' | 'calendar' }) {
  const slug = useSlug()
  const { t } = useTranslation('calendar')
  return (
    <SegmentLinks
      label={t('views.label')}
      value={view}
      segments={[
        { value: 'list', label: t('views.list'), icon: List, href: paths.campaigns(slug) },
        { value: 'calendar', label: t('views.calendar'), icon: CalendarDays, href: paths.campaignCalendar(slug) },
      ]}
    />
  )
}
