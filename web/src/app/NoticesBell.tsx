import { listApprovals, markNoticesRead, type Notice, readNotices } from '@notifly/contracts/approvals'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead, useWrite } from '../api/queries.ts'
import { requestPath } from '../components/approvals/request-address.ts'
import { useRequestWords } from '../components/approvals/use-request-words.ts'
import { useDisplay } from '../components/display/use-display.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/Link.tsx'
import { Popover } from '../ui/Popover.tsx'
import { waiting } from './waiting.ts'

const POLL_MS = 30_000

/** What happened to requests that concern the reader; opening it marks all of it as read. */
export function NoticesBell({ slug }: { slug: string }) {
  const { t } = useTranslation('approvals')
  const { number } = useDisplay()
  const { data, error } = useRead(readNotices, {}, { pollMs: POLL_MS })
  const markRead = useWrite(markNoticesRead, { refreshes: [readNotices], success: 'silent', failure: 'form' })
  const unread = data?.unread ?? 0
  const open = data?.waiting ?? 0
  useEffect(() => {
    waiting.set(open)
    // The list behind the number is as old as the number.
    void refresh(listApprovals)
    return () => waiting.set(0)
  }, [open])
  const label = unread === 0 ? t('notices.open') : t('notices.unread', { count: unread, shown: number(unread) })
  return (
    <Popover
      align="end"
      bare
      className="w-90"
      title={t('notices.open')}
      onOpenChange={isOpen => isOpen && unread > 0 && markRead.mutate({ body: {} })}
      trigger={
        <button
          type="button"
          data-tip={label}
          className="relative grid size-control place-items-center rounded-2 text-muted hover:bg-hover hover:text-ink data-popup-open:bg-pressed"
        >
          <span className="sr-only">{label}</span>
          <Bell aria-hidden size={16} strokeWidth={1.75} />
          {unread > 0 && (
            <span aria-hidden className="absolute end-1.5 top-1.5 size-2 rounded-full bg-accent ring-2 ring-surface" />
          )}
        </button>
      }
      footer={close => (
        <ButtonLink size="sm" href={paths.approvals(slug)} onClick={close}>
          {t('notices.all')}
        </ButtonLink>
      )}
    >
      {close => (
        <>
          {error && !data && <p className="p-3 text-danger-ink">{t('notices.failed')}</p>}
          {data?.notices.length === 0 && <p className="p-3 text-muted">{t('notices.none')}</p>}
          <ul className="max-h-100 overflow-y-auto py-2">
            {data?.notices.map(notice => (
              <NoticeRow key={notice.uuid} slug={slug} notice={notice} onFollow={close} />
            ))}
          </ul>
        </>
      )}
    </Popover>
  )
}

function NoticeRow({ slug, notice, onFollow }: { slug: string; notice: Notice; onFollow: () => void }) {
  const { t } = useTranslation('approvals')
  const { relativeTime } = useDisplay()
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
