import type { Attention } from '@notifly/contracts/dashboards/attention'
import type { UseQueryResult } from '@tanstack/react-query'
import { BadgeCheck, CirclePause, ShieldAlert, TrendingUp, Unplug } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { channelInSentence, setUpPath } from '../../../components/channels/channels.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

interface Matter {
  id: string
  icon: LucideIcon
  tone: 'danger' | 'warning'
  text: ReactNode
  /** Where it is put right. */
  to: string
  act: string
}

export type AttentionRead = Pick<UseQueryResult<Attention, ApiError>, 'data' | 'error' | 'refetch'>

/** What waits for a person; nothing where nothing does. */
export function AttentionPanel({ read: { data: attention, error, refetch } }: { read: AttentionRead }) {
  const { t } = useTranslation('engagement')
  const exists = usePageExists()
  const matters = useMatters(attention)
  if (error && !attention) {
    return <ReadFailure error={error} title={t('attention.failed')} onRetry={() => void refetch()} />
  }
  if (matters.length === 0) return null
  return (
    <Panel title={t('attention.title')} bare>
      <ul>
        {matters.map(({ id, icon, tone, text, to, act }) => (
          <li key={id} className="flex items-start gap-3 border-line px-4 py-2.5 not-last:border-b">
            <Icon of={icon} className={cx('mt-0.5', tone === 'danger' ? 'text-danger-ink' : 'text-warning-ink')} />
            <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
            {exists(to) && (
              <Link href={to} className="shrink-0">
                {act}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function useMatters(attention: Attention | undefined): Matter[] {
  const slug = useSlug()
  const { t } = useTranslation(['engagement', 'common'])
  const { percent, longDay } = useDisplay(useZone())
  if (attention === undefined) return []
  const {
    requests,
    paused_runs: runs,
    failing_channels: failing,
    certificate,
    unauthenticated_domain: domain,
    rates,
  } = attention
  const channelName = (channel: string) => t(`common:channel.${channel}`)
  return [
    ...failing.map((channel): Matter => ({
      id: `channel ${channel}`,
      icon: Unplug,
      tone: 'danger',
      text: t('attention.failing', { channel: channelName(channel) }),
      to: setUpPath(slug, channel),
      act: t('attention.fix'),
    })),
    ...rates.map(({ kind, channel, rate, limit }): Matter => ({
      id: `${kind} ${channel}`,
      icon: TrendingUp,
      tone: 'danger',
      text: t(`attention.${kind}`, {
        channel: channelInSentence(channelName(channel)),
        rate: percent(rate / 100),
        limit: percent(limit / 100),
      }),
      to: paths.deliveryDashboard(slug, channel),
      act: t('attention.view'),
    })),
    ...(domain
      ? [
          {
            id: 'domain',
            icon: ShieldAlert,
            tone: 'danger',
            text: t('attention.domain', {
              domain: domain.domain,
              parts: domain.parts.map(part => part.toUpperCase()).join(', '),
            }),
            to: paths.deliveryDashboard(slug, 'email'),
            act: t('attention.fix'),
          } satisfies Matter,
        ]
      : []),
    ...runs.map((run): Matter => ({
      id: run.run_uuid,
      icon: CirclePause,
      tone: 'warning',
      text: (
        <>
          {t('attention.paused', { name: run.name })}
          {run.status_reason !== null && <span className="block text-12 text-muted">{reasonOfState(run)}</span>}
        </>
      ),
      to: paths.run(slug, run.notification_type, run.run_uuid),
      act: t('attention.view'),
    })),
    ...(certificate
      ? [
          {
            id: 'certificate',
            icon: ShieldAlert,
            tone: certificate.is_expired ? 'danger' : 'warning',
            text: t(certificate.is_expired ? 'attention.expired' : 'attention.expires', {
              day: longDay(certificate.valid_until),
            }),
            to: setUpPath(slug, 'webpush'),
            act: t('attention.renew'),
          } satisfies Matter,
        ]
      : []),
    ...(requests > 0
      ? [
          {
            id: 'requests',
            icon: BadgeCheck,
            tone: 'warning',
            text: t('attention.requests', { count: requests }),
            to: paths.approvals(slug),
            act: t('attention.decide'),
          } satisfies Matter,
        ]
      : []),
  ]
}
