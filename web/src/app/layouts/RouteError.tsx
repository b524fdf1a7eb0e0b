import { type AnyRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, replacesPage } from '../../api/api-error.ts'
import { useSession } from '../../components/session/use-session.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { PageFailure } from '../../components/states/PageFailure.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { NotLoaded } from '../loading/chunk-reload.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

const MainFrame = lazyPart(() => import('./MainLayout.tsx'), 'MainFrame')

/** Replaces a page that failed; the layout around it still works. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (error instanceof NotLoaded) return <PageNotLoaded onRetry={reset} />
  if (error instanceof ApiError) {
    return (
      <Page>
        {replacesPage(error) ? (
          <PageFailure error={error} />
        ) : (
          <ReadFailure error={error} title={t('notLoaded.title')} onRetry={retry} />
        )}
      </Page>
    )
  }
  return (
    <Page>
      <StateCard
        kind="error"
        framed
        heading="h1"
        title={t('crash.title')}
        details={error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
        actions={
          <Button icon={RotateCw} onClick={() => window.location.reload()}>
            {t('crash.reload')}
          </Button>
        }
      >
        {t('crash.text')}
      </StateCard>
    </Page>
  )
}

/** Loads the code of the page again; if the files of its release are gone, that loads the whole dashboard again. */
function PageNotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const [isLoading, setLoading] = useState(false)
  const retry = async () => {
    setLoading(true)
    await Promise.all(router.state.matches.map(({ routeId }) => preload(router.routesById[routeId])))
    setLoading(false)
    onRetry()
  }
  return (
    <Page>
      <StateCard
        kind="error"
        framed
        heading="h1"
        title={t('notLoaded.title')}
        actions={
          <Button icon={RotateCw} loading={isLoading} onClick={() => void retry()}>
            {t('ui.retry')}
          </Button>
        }
      >
        {t('notLoaded.text')}
      </StateCard>
    </Page>
  )
}

/** A lazy component of a route keeps its failure until it is asked to load again. */
async function preload(route: AnyRoute | undefined): Promise<void> {
  await route?.options.component?.preload?.()
}

/** The 404 of addresses without a route. */
export function RouteNotFound() {
  return (
    <Page>
      <NotFoundCard />
    </Page>
  )
}

/** The 404 page for use without a surrounding layout. */
export function FramedNotFound() {
  const user = useSession()
  if (!user) return <RouteNotFound />
  return (
    <MainFrame>
      <RouteNotFound />
    </MainFrame>
  )
}
