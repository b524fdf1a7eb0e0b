import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ContentLinks } from '../../components/navigation/ContentLinks.tsx'
import { useSession } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { BrandMark } from '../../ui/layout/BrandMark.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { LanguageMenu } from '../navbar/LanguageMenu.tsx'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'
import { MainFrame } from './MainLayout.tsx'

/** Around pages of words: the dashboard's own frame, or the way to sign in. Who has not confirmed an email yet reads them, too. */
export function ReadingLayout() {
  const { t } = useTranslation('content')
  const user = useSession()
  if (user?.status === 'active') {
    return (
      <MainFrame>
        <Outlet />
      </MainFrame>
    )
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-(--z-nav) border-b border-line bg-canvas">
        <SandboxWarning />
        <div className="flex h-nav items-center gap-2 px-6 max-sm:px-3">
          <Link href={paths.home()} tone="plain" className="flex items-center gap-2 rounded-2 text-14 font-semibold">
            <BrandMark />
            <span className="tracking-[-0.02em] max-sm:sr-only">Notifly</span>
          </Link>
          <span className="ms-auto flex items-center gap-2">
            <LanguageMenu />
            <Link href={user ? paths.home() : paths.signIn()} className="whitespace-nowrap">
              {t(user ? 'dashboard' : 'signIn')}
            </Link>
          </span>
        </div>
      </header>
      {/* The foot begins below the window, as that of the dashboard does. */}
      <div className="min-h-[calc(100dvh-var(--h-nav))] flex-1">
        <Outlet />
      </div>
      <footer className="flex min-h-12 items-center justify-center px-6 py-2 text-12 text-muted">
        <ContentLinks />
      </footer>
    </div>
  )
}
