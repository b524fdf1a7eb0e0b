import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import { Send } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { lazyView } from '../../../ui/lazy-view.tsx'

// Tables come once there is something to list.
const RunsTable = lazyView(async () => (await import('./RunsTable.tsx')).RunsTable)

/** The last runs of all channels. */
export function RunsPanel({ runs }: Pick<ApplicationOverview, 'runs'>) {
  const slug = useSlug()
  const { t } = useTranslation('applications')
  const exists = usePageExists()
  return (
    <Panel
      title={t('runs.title')}
      bare
      actions={exists(paths.deliveries(slug)) && <Link href={paths.deliveries(slug)}>{t('runs.all')}</Link>}
    >
      {runs.length === 0 ? (
        <StateCard kind="empty" icon={Send} title={t('runs.empty')}>
          {t('runs.emptyText')}
        </StateCard>
      ) : (
        <Suspense fallback={<Skeleton height="14rem" />}>
          <RunsTable runs={runs} />
        </Suspense>
      )}
    </Panel>
  )
}
