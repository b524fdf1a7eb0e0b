import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listContacts, listSegments } from '@notifly/contracts/contacts/audience'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { PendingNote } from '../approvals/PendingNote.tsx'
import { TitledPage } from '../navigation/TitledPage.tsx'
import { useDisplay } from '../display/use-display.ts'
import { usePageExists, useSlug } from '../navigation/use-pages.ts'
import { useCan } from '../session/use-session.ts'
import { useZoneWords } from '../session/use-zone.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { TabLinks } from '../../ui/layout/Tabs.tsx'

export interface AudienceFrameProps {
  tab: 'segments' | 'contacts' | 'suppressions' | 'fields' | 'events' | 'forms'
  /** Replaces the button that imports contacts. */
  actions?: ReactNode
  children: ReactNode
}

/** Header and tabs that all pages of the audience share. */
export function AudienceFrame({ tab, actions, children }: AudienceFrameProps) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const zoneWords = useZoneWords()
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  const exists = usePageExists()
  const { number } = useDisplay()
  const segments = useTotal(listSegments, useCan(ACTIVITY.segmentation, 'read'))
  const contacts = useTotal(listContacts, useCan(ACTIVITY.audience, 'read'))
  // An empty list shows the button in its middle instead.
  const isEmpty = (tab === 'segments' ? segments : contacts) === 0
  const shown = (total: number | undefined) => (total === undefined ? undefined : number(total))
  const tabs = [
    { value: 'segments', label: t('tabs.segments'), count: shown(segments), href: paths.audience(slug) },
    { value: 'contacts', label: t('tabs.contacts'), count: shown(contacts), href: paths.contacts(slug) },
    { value: 'forms', label: t('tabs.forms'), href: paths.signUpForms(slug) },
    { value: 'suppressions', label: t('tabs.suppressions'), href: paths.suppressions(slug) },
    { value: 'fields', label: t('tabs.fields'), href: paths.mergeFields(slug) },
    { value: 'events', label: t('tabs.events'), href: paths.events(slug) },
  ].filter(({ href }) => exists(href))
  return (
    <TitledPage
      tab={t(`tabs.${tab}`)}
      title={t('title')}
      facts={
        contacts === undefined || segments === undefined
          ? null
          : [t('count.contacts', { count: contacts }), t('count.segments', { count: segments }), zoneWords]
              .filter(Boolean)
              .join(' · ')
      }
      actions={actions ?? (mayImport && !isEmpty && <ImportLink />)}
    >
      <TabLinks label={t('title')} value={tab} tabs={tabs} />
      <PendingNote activity={tab === 'segments' ? ACTIVITY.segmentation : ACTIVITY.audience} />
      {children}
    </TitledPage>
  )
}

/** A link to the import page. */
export function ImportLink() {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  return (
    <ButtonLink variant="primary" icon={Upload} href={paths.audienceManage(slug)}>
      {t('import.open')}
    </ButtonLink>
  )
}

/** The total number; undefined while unknown. */
function useTotal(list: typeof listSegments | typeof listContacts, enabled: boolean): number | undefined {
  return useReadPage(list, { query: { per_page: 1 } }, { enabled }).data?.paging.total
}
