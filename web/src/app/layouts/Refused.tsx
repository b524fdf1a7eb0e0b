import { listGranters } from '@notifly/contracts/roles/roles'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { usePageExists, usePath, useSlug } from '../../components/navigation/use-pages.ts'
import type { PageRight } from '../../components/rights/page-rights.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { RefusalCard } from '../../components/states/RefusalCard.tsx'
import { applicationLinks, isActive } from '../navbar/nav-links.ts'

/**
 * Replaces a page that the reader's role does not include, under its name in the navbar. The first page of a group
 * redirects to another page of the group that the role does include.
 */
export function Refused({ right: { activities, level, isForRunning } }: { right: PageRight }) {
  const { t } = useTranslation(['common', 'rights'])
  const path = usePath()
  const exists = usePageExists()
  const links = applicationLinks(useSlug()).flatMap(entry => ('links' in entry ? entry.links : [entry]))
  const section = links.find(link => isActive(link, path))
  const { otherwise } = section ?? {}
  const [activity] = activities
  if (section?.to === path && otherwise !== undefined && exists(otherwise)) return <Navigate to={otherwise} replace />
  if (activity === undefined && !isForRunning) return null
  return (
    <TitledPage title={t(`nav.${section?.word ?? 'applications'}`)}>
      {isForRunning && <ForRunning />}
      {activity !== undefined && (
        <ForbiddenCard
          activity={activity}
          level={level}
          title={t([`rights:refused.${level}.${activity}`, 'forbidden.page'])}
        />
      )}
    </TitledPage>
  )
}

/** For pages that no role can grant: only owners and admins can open them. */
function ForRunning() {
  const { t } = useTranslation('rights')
  const { data: helpers } = useRead(listGranters, {})
  return (
    <RefusalCard title={t('running.title')} helpers={helpers}>
      {t('running.text')}
    </RefusalCard>
  )
}
