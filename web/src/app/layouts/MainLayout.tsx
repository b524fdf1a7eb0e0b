import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connection } from '../../api/connection.ts'
import { useCanManageBilling } from '../../components/billing/use-can-manage-billing.ts'
import { usePath } from '../../components/navigation/use-pages.ts'
import { setFlags } from '../../api/signals.ts'
import { useFlags, useSession } from '../../components/session/use-session.ts'
import { applicationOf } from '../../paths.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useDelayed } from '../loading/use-delayed.ts'
import { Navbar } from '../navbar/Navbar.tsx'
import { SandboxWarning } from '../navbar/SandboxPill.tsx'
import { Footer } from './Footer.tsx'

const PageFailure = lazyPart(() => import('../../components/states/PageFailure.tsx'), 'PageFailure')
const UnverifiedView = lazyPart(() => import('./UnverifiedView.tsx'), 'UnverifiedView')
const SupportDialog = lazyPart(() => import('../../features/support/SupportDialog.tsx'), 'SupportDialog')
const OfflineBanner = lazyPart(() => import('../offline/OfflineBanner.tsx'), 'OfflineBanner')
const UsageBanner = lazyPart(() => import('./UsageBanner.tsx'), 'UsageBanner')
const WriteDialogs = lazyPart(() => import('../WriteDialogs.tsx'), 'WriteDialogs')

/** Frames every page of a signed-in person. */
export function MainLayout() {
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  )
}

/** The same frame for content without a route. The page waits until the email is verified. */
export function MainFrame({ children }: { children: ReactNode }) {
  const { forbidden, makerChecker } = useFlags()
  const isOffline = useSyncExternalStore(connection.subscribe, connection.get) !== undefined
  return (
    <div className="flex min-h-dvh flex-col">
      <SandboxWarning />
      {isOffline && <OfflineBanner />}
      <Navbar />
      <Usage />
      {/* The footer starts below the window, so that pages do not push it around while they load. */}
      <div className="min-h-[calc(100dvh-var(--h-nav))] flex-1">
        <Content>{children}</Content>
      </div>
      <SupportFooter />
      {(forbidden || makerChecker) && <WriteDialogs />}
    </div>
  )
}

/** Only people who may buy more see how much of its plan an organization has used. */
function Usage() {
  const user = useSession()
  const slug = applicationOf(usePath())
  const canManageBilling = useCanManageBilling()
  const hasWaited = useDelayed()
  if (!hasWaited || !canManageBilling || slug === undefined || user?.application_uuid !== slug) return null
  return <UsageBanner slug={slug} />
}

function Content({ children }: { children: ReactNode }) {
  const user = useSession()
  const { pageError } = useFlags()
  if (pageError) {
    return (
      <Page>
        <PageFailure error={pageError} />
      </Page>
    )
  }
  // The session has just ended; the guard is about to redirect.
  if (!user) return null
  if (user.status === 'unverified') return <UnverifiedView email={user.email} />
  return children
}

/** The footer with the support link, which is for signed-in people. */
function SupportFooter() {
  const { t } = useTranslation()
  const { asksSupport } = useFlags()
  return (
    <Footer>
      <button
        type="button"
        className="underline decoration-transparent underline-offset-3 hover:text-accent-ink hover:decoration-current"
        onClick={() => setFlags({ asksSupport: true })}
      >
        {t('support')}
      </button>
      {asksSupport && <SupportDialog onClose={() => setFlags({ asksSupport: false })} />}
    </Footer>
  )
}
