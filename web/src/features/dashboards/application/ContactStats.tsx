import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../../components/display/Figure.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { StatRow } from '../../../ui/layout/StatRow.tsx'

/** How many people there are, each number a door to its list. */
export function ContactStats({ overview }: { overview: ApplicationOverview }) {
  const slug = useSlug()
  const { t } = useTranslation('applications')
  const exists = usePageExists()
  const { contacts } = overview
  const numbers = [
    { id: 'total', value: contacts.total, to: paths.contacts(slug) },
    { id: 'added', value: contacts.added_7_days, to: paths.contacts(slug, { sort: '-added_on' }) },
    { id: 'segments', value: contacts.segments, to: paths.audience(slug) },
    { id: 'suppressed', value: contacts.suppressed, to: paths.suppressions(slug) },
  ]
  return (
    <StatRow
      label={t('dashboard.contacts')}
      stats={numbers.map(({ id, value, to }) => ({
        id,
        label: t(`dashboard.stats.${id}`),
        value: <Figure value={value} />,
        href: exists(to) ? to : undefined,
      }))}
    />
  )
}
