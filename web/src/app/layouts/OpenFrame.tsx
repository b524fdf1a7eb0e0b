import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { BrandLink } from '../navbar/BrandLink.tsx'
import { LanguageMenu } from '../navbar/LanguageMenu.tsx'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'
import { Footer } from './Footer.tsx'

interface OpenFrameProps {
  /** The part of the product, shown beside the brand. */
  place?: ReactNode
  children: ReactNode
}

/** Frames pages that need no sign-in: the language, and a link to the dashboard or to the sign-in page. */
export function OpenFrame({ place, children }: OpenFrameProps) {
  const { t } = useTranslation('content')
  const user = useSession()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-(--z-nav) border-b border-line bg-canvas">
        <SandboxWarning />
        <div className="flex h-nav items-center gap-2 px-6 max-sm:px-3">
          <BrandLink to={paths.home()} />
          {place}
          <span className="ms-auto flex items-center gap-2">
            <LanguageMenu />
            <Link href={user ? paths.home() : paths.signIn()} className="whitespace-nowrap">
              {t(user ? 'dashboard' : 'signIn')}
            </Link>
          </span>
        </div>
      </header>
      {/* The footer starts below the window, as in the dashboard. */}
      <div className="min-h-[calc(100dvh-var(--h-nav))] flex-1">{children}</div>
      <Footer />
    </div>
  )
}
