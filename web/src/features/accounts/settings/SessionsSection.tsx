import { listSessions, revokeOtherSessions, revokeSession, type OwnSession } from '@notifly/contracts/accounts/security'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../../api/queries.ts'
import { useRelativeTime } from '../../../components/display/relative-time.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DEVICE_ICONS } from './device-icons.ts'

/** Sessions of the account, this browser first, each with a button that ends it. */
export function SessionsSection() {
  const { t } = useTranslation('settings')
  const { data, error, refetch } = useRead(listSessions, {})
  const others = useWrite(revokeOtherSessions, { refreshes: [listSessions] })
  if (error) return <ReadFailure error={error} title={t('sessions.failed')} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <>
        <LoadingNote />
        <Skeleton height="9rem" className="rounded-3" />
      </>
    )
  }
  const ordered = [...data].sort((a, b) => Number(b.is_current) - Number(a.is_current))
  return (
    <Panel
      bare
      aria-label={t('sessions.title')}
      footer={
        data.length > 1 && (
          <Button className="ms-auto" loading={others.isPending} onClick={() => others.mutate({})}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {ordered.map(session => (
        <Row key={session.uuid} session={session} />
      ))}
    </Panel>
  )
}

function Row({ session }: { session: OwnSession }) {
  const { t } = useTranslation('settings')
  const display = useDisplay()
  const relativeTime = useRelativeTime()
  const end = useWrite(revokeSession, { refreshes: [listSessions] })
  const { browser, system } = session
  const device = browser && system ? t('sessions.device', { browser, system }) : (browser ?? system)
  const name = device ?? t('sessions.unknown')
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <Icon of={DEVICE_ICONS[session.kind]} size={20} className="text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{name}</bdi>
          {session.is_current && <Badge type="light-green">{t('sessions.current')}</Badge>}
        </p>
        <p className="tnum text-12 text-muted" title={display.longDate(session.last_seen_on)}>
          <bdi>{session.address}</bdi> · {t('sessions.seen', { time: relativeTime(session.last_seen_on) })}
        </p>
      </div>
      {!session.is_current && (
        <Button
          aria-label={t('sessions.endName', { name })}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { uuid: session.uuid } })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </div>
  )
}
