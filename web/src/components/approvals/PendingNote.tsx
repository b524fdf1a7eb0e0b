import type { ActivityId } from '@notifly/contracts/roles/activities'
import { APPROVAL_STATUS, countPending } from '@notifly/contracts/approvals/approvals'
import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { paths, withQuery } from '../../paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { useSlug } from '../navigation/use-pages.ts'

/** Above the list of a module: how many of its requests are open. Objects that are still to be created have no row that could show it. */
export function PendingNote({ activity }: { activity: ActivityId }) {
  const slug = useSlug()
  const { t } = useTranslation('approvals')
  const count = useRead(countPending, {}).data?.find(each => each.activity_id === activity)?.count ?? 0
  if (count === 0) return null
  const query = { status: String(APPROVAL_STATUS.pending), module: String(activity) }
  return (
    <Alert
      tone="warning"
      icon={Hourglass}
      className="mb-4"
      action={<Link href={withQuery(paths.approvals(slug), query)}>{t('moduleView')}</Link>}
    >
      {t('moduleWaits', { count })}
    </Alert>
  )
}
