import { type LogEntry, readLog } from '@notifly/contracts/logs/logs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { curlOf } from './curl.ts'
import { LogBody } from '../../components/logs/LogBody.tsx'
import { StatusCode } from './StatusCode.tsx'
import { useLogWords, useSourceName } from './use-log-words.ts'

export interface LogDetailProps {
  id: string
  zone: string | undefined
}

/** A log entry: request, response, and links to what it concerns. */
export function LogDetail({ id, zone }: LogDetailProps) {
  const { t } = useTranslation('logs')
  const entry = useRead(readLog, { params: { id } })
  if (entry.error) {
    return <ReadFailure error={entry.error} title={t('entryFailed')} onRetry={() => void entry.refetch()} />
  }
  if (!entry.data) return <LoadingSkeleton />
  return <Content key={id} entry={entry.data} zone={zone} />
}

function LoadingSkeleton() {
  return (
    <div className="flex flex-col gap-3" aria-hidden>
      <Skeleton width="60%" />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
      <Skeleton width="90%" />
    </div>
  )
}

function Content({ entry, zone }: { entry: LogEntry; zone: string | undefined }) {
  const { t } = useTranslation('logs')
  const curl = curlOf(entry, window.location.origin)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2">
        <CopyButton text={JSON.stringify(entry, null, 2)} label={t('copyJson')} />
        {curl !== undefined && <CopyButton text={curl} label={t('copyCurl')} />}
      </div>
      <Facts entry={entry} zone={zone} />
      <LogBody title={t('payload')} text={entry.payload} none={t('noPayload')} />
      <LogBody title={t('response')} text={entry.channel_response} none={t('noResponse')} />
    </div>
  )
}

function Facts({ entry, zone }: { entry: LogEntry; zone: string | undefined }) {
  const { t } = useTranslation(['logs', 'common'])
  const { longDate } = useDisplay(zone)
  const statusWords = useLogWords()
  const sourceName = useSourceName()
  const { times, channel, source, receiver, endPoint, methodType } = entry
  const items: { id: string; label: string; value: ReactNode }[] = [
    { id: 'when', label: t('when'), value: longDate(entry.created_on) },
    { id: 'kind', label: t('kind'), value: t(`kinds.${entry.kind}`) },
    { id: 'channel', label: t('channel'), value: channel && t(`common:channel.${channel}`) },
    {
      id: 'endpoint',
      label: t('endpoint'),
      value: endPoint && <Machine>{`${methodType} ${endPoint}`.trim()}</Machine>,
    },
    { id: 'status', label: t('status'), value: <StatusCode method={methodType} code={entry.status} /> },
    { id: 'current', label: t('outcome'), value: statusWords(entry.current_status) },
    { id: 'times', label: t('times'), value: times > 1 && t('timesValue', { count: times }) },
    { id: 'source', label: t('source'), value: source && <bdi>{sourceName(source)}</bdi> },
    { id: 'receiver', label: t('receiver'), value: receiver && <bdi>{receiver}</bdi> },
    { id: 'links', label: t('about'), value: isAboutSomething(entry) && <About entry={entry} /> },
    { id: 'id', label: t('id'), value: <Machine>{entry.id}</Machine> },
  ]
  return <KeyValues lines texts items={items.filter(({ value }) => Boolean(value))} />
}

function isAboutSomething({ run, contact_uuid: contact, key }: LogEntry): boolean {
  return run !== null || contact !== null || key !== null
}

/** Links are shown only if the reader's role includes their pages. */
function About({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('logs')
  const slug = useSlug()
  const { run, recipient_uuid: recipient, contact_uuid: contact, key } = entry
  return (
    <span className="flex flex-col gap-1">
      {run && <PageLink to={paths.run(slug, run.channel, run.uuid)}>{run.name}</PageLink>}
      {run && recipient && (
        <PageLink to={`${paths.run(slug, run.channel, run.uuid)}#recipient-${recipient}`}>{t('recipient')}</PageLink>
      )}
      {contact && <PageLink to={paths.contact(slug, contact)}>{t('contact')}</PageLink>}
      {key && <PageLink to={paths.keys(slug)}>{key.name === '' ? t('deletedKey') : key.name}</PageLink>}
    </span>
  )
}

function Machine({ children }: { children: string }) {
  return (
    <span className="inline-flex items-start gap-1">
      <bdi dir="ltr" className="font-mono text-12 wrap-anywhere">
        {children}
      </bdi>
      <CopyButton text={children} iconOnly />
    </span>
  )
}
