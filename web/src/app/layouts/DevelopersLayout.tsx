import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { BrandMark } from '../../ui/layout/BrandMark.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { LanguageMenu } from '../navbar/LanguageMenu.tsx'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'

/** Around the reference, which is open to all: the way back, and the language for who has chosen none in a profile. */
export function DevelopersLayout() {
  const { t } = useTranslation('developers')
  const user = useSession()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-(--z-nav) border-b border-line bg-canvas">
        <SandboxWarning />
        <div className="mx-auto flex h-(--h-nav) w-full max-w-(--w-page) items-center gap-3 px-8 max-sm:px-4">
          <Link href={paths.home()} tone="plain" className="flex items-center gap-2 rounded-2 text-14 font-semibold">
            <BrandMark />
            <span className="tracking-[-0.02em] max-sm:sr-only">Notifly</span>
          </Link>
          <Link href={paths.developers()} tone="door" className="text-muted">
            {t('title')}
          </Link>
          <span className="ms-auto flex items-center gap-2">
            <LanguageMenu />
            <Link href={user ? paths.home() : paths.signIn()} className="whitespace-nowrap">
              {t(user ? 'dashboard' : 'signIn')}
            </Link>
          </span>
        </div>
      </header>
      <Outlet />
    </div>
  )
}
