import { Outlet } from '@tanstack/react-router'
import { PAGE_CODES } from '../../api/api-error.ts'
import { usePath } from '../../components/navigation/use-pages.ts'
import { useFlags } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { BrandLink } from '../navbar/BrandLink.tsx'
import { LanguageMenu } from '../navbar/LanguageMenu.tsx'
import { SandboxPill, SandboxWarning } from '../navbar/SandboxPill.tsx'
import { Arcs } from './Arcs.tsx'
import { Footer } from './Footer.tsx'

const PageFailure = lazyPart(() => import('../../components/states/PageFailure.tsx'), 'PageFailure')

/** Frames the account pages: brand and language at the top, lines behind, the installation's name at the bottom. */
export function AuthLayout() {
  const { pageError } = useFlags()
  const isInvitation = usePath().startsWith('/auth/invite/')
  // The invitation page has its own message for a reader who is signed in as another person.
  const isMismatch = isInvitation && (PAGE_CODES.differentUser as readonly number[]).includes(pageError?.code ?? 0)
  return (
    <div className="relative isolate grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-x-clip">
      <Arcs />
      <header>
        <SandboxWarning />
        <div className="flex h-nav items-center gap-2 px-6 max-sm:px-3">
          <BrandLink to={paths.signIn()} />
          <span className="ms-auto flex items-center gap-2">
            <SandboxPill />
            <LanguageMenu />
          </span>
        </div>
      </header>
      {/* Cards begin at one height: what comes late at their end moves nothing. */}
      <main
        id="main"
        className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-center px-4 pt-[min(11vh,6rem)] pb-6 outline-none max-sm:pt-6"
      >
        {pageError && !isMismatch ? <PageFailure error={pageError} /> : <Outlet />}
      </main>
      <Footer />
    </div>
  )
}
