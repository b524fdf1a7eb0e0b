import type { Notice } from '@notifly/contracts/approvals/notices'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertsHere } from '../../components/alerts/own-alerts.ts'
import { requestPath } from '../../components/approvals/request-address.ts'
import { useRequestWords } from '../../components/approvals/use-request-words.ts'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { NoticesGhost } from './NoticesGhost.tsx'

interface NoticesListProps {
  slug: string
  /** Undefined while loading. */
  notices: readonly Notice[] | undefined
  isFailed: boolean
  onRetry: () => void
  onFollow: () => void
}

/** The notices, newest first. Each links to its request. */
export function NoticesList({ notices, isFailed, onRetry, ...rest }: NoticesListProps) {
  const { t } = useTranslation(['approvals', 'common'])
  if (notices === undefined) {
    if (!isFailed) return <NoticesGhost />
    return (
      <div role="alert" className="flex items-center justify-between gap-3 p-3">
        <p className="text-danger-ink">{t('notices.failed')}</p>
        <Button size="sm" onClick={onRetry}>
          {t('common:ui.retry')}
        </Button>
      </div>
    )
  }
  return (
    <>
      {notices.length === 0 && <p className="p-3 text-muted">{t('notices.none')}</p>}
      {notices.length > 0 && (
        <ul className="max-h-100 overflow-y-auto py-2">
          {notices.map(notice => (
            <NoticeRow key={notice.uuid} notice={notice} {...rest} />
          ))}
        </ul>
      )}
      <AlertsHint onFollow={rest.onFollow} />
    </>
  )
}

/** Shown if this browser supports notifications but they are off. */
function AlertsHint({ onFollow }: Pick<NoticesListProps, 'onFollow'>) {
  const { t } = useTranslation('approvals')
  const [isOff, setOff] = useState(false)
  useEffect(() => {
    void alertsHere().then(here => setOff(here === 'off'))
  }, [])
  if (!isOff) return null
  return (
    <p className="border-t border-line px-3 py-2 text-12">
      <Link href={paths.ownAlerts()} onClick={onFollow}>
        {t('notices.alerts')}
      </Link>
    </p>
  )
}

function NoticeRow({ slug, notice, onFollow }: { slug: string; notice: Notice; onFollow: () => void }) {
  const { t } = useTranslation('approvals')
  const relativeTime = useRelativeTime()
  const { askWords } = useRequestWords()
  const by = notice.by ?? t('notices.deadline')
  return (
    <li>
      <Link
        href={requestPath(slug, notice.approval_uuid)}
        tone="plain"
        onClick={onFollow}
        className={cx('block px-3 py-2 hover:bg-hover', !notice.is_read && 'bg-selected')}
      >
        <span className="block">{t(`notices.${notice.kind}`, { by, what: askWords(notice) })}</span>
        <span className="flex justify-between gap-3 text-12 text-muted">
          <bdi className="truncate">{notice.title}</bdi>
          <span className="tnum shrink-0">{relativeTime(notice.created_on)}</span>
        </span>
      </Link>
    </li>
  )
}
