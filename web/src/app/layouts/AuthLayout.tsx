import { readInstallation } from '@notifly/contracts/operator/product'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PAGE_CODES } from '../../api/api-error.ts'
import { useRead } from '../../api/queries.ts'
import { ContentLinks } from '../../components/navigation/ContentLinks.tsx'
import { usePath } from '../../components/navigation/use-pages.ts'
import { useFlags } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { BrandMark } from '../../ui/layout/BrandMark.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Arcs } from './Arcs.tsx'
import { LanguageMenu } from '../navbar/LanguageMenu.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { SandboxPill, SandboxWarning } from '../navbar/SandboxPill.tsx'

const PageFailure = lazyPart(() => import('../../components/states/PageFailure.tsx'), 'PageFailure')

/** Around the account pages: brand and language on top, lines behind, the installation's name below. */
export function AuthLayout() {
  const { t } = useTranslation()
  const { pageError } = useFlags()
  const isInvitation = usePath().startsWith('/auth/invite/')
  // The page of an invitation has words of its own for a reader who is signed in as another person.
  const isMismatch = isInvitation && (PAGE_CODES.differentUser as readonly number[]).includes(pageError?.code ?? 0)
  const { data: installation } = useRead(readInstallation, {})
  return (
    <div className="relative isolate grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-x-clip">
      <Arcs />
      <header>
        <SandboxWarning />
        <div className="flex h-14 items-center gap-4 px-6 max-sm:px-4">
          <Link href={paths.signIn()} tone="plain" className="flex items-center gap-2 rounded-2 text-14 font-semibold">
            <BrandMark />
            <span className="tracking-[-0.02em]">Notifly</span>
          </Link>
          <span className="ms-auto flex items-center gap-2">
            <SandboxPill />
            <LanguageMenu />
          </span>
        </div>
      </header>
      <main id="main" className="outline-none grid grid-cols-[minmax(0,1fr)] place-items-center px-4 py-6">
        {pageError && !isMismatch ? <PageFailure error={pageError} /> : <Outlet />}
      </main>
      <footer className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-1 px-6 py-2 text-12 text-muted">
        {installation && <span>{t('footer', { name: installation.name, version: installation.version })}</span>}
        <ContentLinks />
      </footer>
    </div>
  )
}
