import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { OpenFrame } from './OpenFrame.tsx'

/** Frames the API reference, which is open to all. */
export function DevelopersLayout() {
  const { t } = useTranslation('developers')
  const title = (
    <Link href={paths.developers()} tone="door" className="text-muted">
      {t('title')}
    </Link>
  )
  return (
    <OpenFrame place={title}>
      <Outlet />
    </OpenFrame>
  )
}
