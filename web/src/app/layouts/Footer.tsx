import { readInstallation } from '@notifly/contracts/operator/installation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { ContentLinks } from '../../components/navigation/ContentLinks.tsx'

/**
 * The footer of every page: the installation's name, additions of the layout, and links to terms, privacy and
 * changelog.
 */
export function Footer({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { data } = useRead(readInstallation, {})
  return (
    <footer className="flex min-h-12 flex-wrap items-center justify-center gap-x-4 gap-y-1 px-6 py-2 text-12 text-muted">
      {data && <span>{t('footer', { name: data.name, version: data.version })}</span>}
      {children}
      <ContentLinks />
    </footer>
  )
}
