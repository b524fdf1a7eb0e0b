import { markNoticesRead, readNotices } from '@notifly/contracts/approvals/notices'
import { Bell } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead, useWrite } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { waiting } from '../loading/waiting.ts'
import { NoticesGhost } from './NoticesGhost.tsx'

const POLL_MS = 30_000
/** Loaded separately, because its rows need the texts of every kind of write. */
const NoticesList = lazyPart(() => import('./NoticesList.tsx'), 'NoticesList', <NoticesGhost />)

/** What happened to requests that concern the reader; opening it marks everything as read. */
export function NoticesBell({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(readNotices, {}, { pollMs: POLL_MS })
  const markRead = useWrite(markNoticesRead, { refreshes: [readNotices], success: 'silent', failure: 'form' })
  const unread = data?.unread ?? 0
  const open = data?.waiting ?? 0
  useEffect(() => {
    waiting.set(open)
    return () => waiting.set(0)
  }, [open])
  const last = useRef(open)
  useEffect(() => {
    if (last.current === open) return
    last.current = open
    // The list of requests is as old as the number on the bell, so it is refreshed. Its call is loaded only where the
    // bell is shown.
    void import('@notifly/contracts/approvals/approvals').then(({ listApprovals }) => refresh(listApprovals))
  }, [open])
  const label = unread === 0 ? t('nav.notices') : t('nav.newNotices', { count: unread })
  return (
    <Popover
      align="end"
      bare
      className="w-90"
      title={t('nav.notices')}
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
          {t('nav.allRequests')}
        </ButtonLink>
      )}
    >
      {close => (
        <NoticesList
          slug={slug}
          notices={data?.notices}
          isFailed={error !== null}
          onRetry={() => void refetch()}
          onFollow={close}
        />
      )}
    </Popover>
  )
}
