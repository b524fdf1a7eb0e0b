import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import type { SegmentReach } from '@notifly/contracts/segments/segments'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChannelIcon } from '../../../../components/channels/ChannelIcon.tsx'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { LiveDot } from '../../../../ui/feedback/LiveDot.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { cx } from '../../../../ui/cx.ts'
import type { LiveCount, LiveReach } from './use-count.ts'

export interface CountPanelProps {
  count: LiveCount
  reach: LiveReach
  contacts: number | undefined
  /** Whether at least one condition is complete. */
  hasRules: boolean
}

/** How many contacts match the rules now, and their share of all contacts. */
export function CountPanel({ count, reach, contacts, hasRules }: CountPanelProps) {
  const { t } = useTranslation('segments')
  return (
    <Panel title={t('count.title')} actions={hasRules && <Freshness count={count} />}>
      {hasRules ? <Figure count={count} /> : <Nothing contacts={contacts} />}
      {reach.error && !reach.channels && (
        <PartFailure className="mt-3" error={reach.error} title={t('count.reachFailed')} onRetry={reach.again} />
      )}
      {reach.channels && count.data && count.data.count > 0 && (
        <Reach reach={reach.channels} isCurrent={count.isCurrent} />
      )}
    </Panel>
  )
}

function Nothing({ contacts }: { contacts: number | undefined }) {
  const { t } = useTranslation('segments')
  return <p className="text-muted">{contacts ? t('count.nothingOf', { count: contacts }) : t('count.nothing')}</p>
}

function Figure({ count: { data, isCurrent, error } }: { count: LiveCount }) {
  const { t } = useTranslation('segments')
  const { number, percent } = useDisplay()
  if (error) {
    return (
      <Alert tone="danger" title={t('count.failed')}>
        {translateSentence(error.errors[0] ?? error)}
      </Alert>
    )
  }
  if (!data) return <Skeleton height="3.5rem" />
  const share = data.contacts === 0 ? 0 : data.count / data.contacts
  const figure = number(data.count)
  return (
    <div className={isCurrent ? undefined : 'opacity-60'}>
      <p className="tnum text-28 font-semibold tracking-(--ls-title)" aria-live="polite">
        {data.estimated ? t('count.about', { shown: figure }) : figure}
      </p>
      <p className="tnum mb-3 text-muted">{t('count.share', { share: percent(share), count: data.contacts })}</p>
      <ProgressBar meter size="thin" segments={[{ share, tone: 'neutral' }]} label={t('count.title')} />
      {data.estimated && <p className="mt-2 text-12 text-muted">{t('count.estimated')}</p>}
    </div>
  )
}

/** How many of them each channel reaches now. A tooltip says why it does not reach the others. */
function Reach({ reach, isCurrent }: { reach: SegmentReach['channels']; isCurrent: boolean }) {
  const { t } = useTranslation(['segments', 'common', 'rules'])
  const { number, list } = useDisplay()
  const reasonOf = (channel: Channel, reason: string) =>
    t([`count.skipped.${reason}.${channel}`, `count.skipped.${reason}`])
  const rows = CHANNELS.map(channel => {
    const counts = reach[channel]
    const skipped = Object.entries(counts?.skipped ?? {}).toSorted(([, one], [, other]) => other - one)
    return {
      channel,
      shown: counts ? number(counts.reachable) : '–',
      reasons: list(skipped.map(([reason, n]) => `${number(n)} ${reasonOf(channel, reason)}`)),
    }
  })
  return (
    <div className={cx('mt-3 border-t border-line pt-2', !isCurrent && 'opacity-60')}>
      <h3 className="mb-1 text-12 text-muted">{t('count.reach')}</h3>
      <dl>
        {rows.map(({ channel, shown, reasons }) => (
          <div key={channel} className="flex items-center gap-2 py-0.5" data-tip={reasons || undefined}>
            <dt className="flex min-w-0 flex-1 items-center gap-2">
              <ChannelIcon channel={channel} named />
              {t(`common:channel.${channel}`)}
            </dt>
            <dd className="tnum">
              {shown}
              {reasons && <span className="sr-only">, {reasons}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Freshness({ count: { isCurrent, error, retry } }: { count: LiveCount }) {
  const { t } = useTranslation('segments')
  if (error) {
    return (
      <Button size="sm" variant="ghost" icon={RotateCw} onClick={retry}>
        {t('count.retry')}
      </Button>
    )
  }
  return (
    <span role="status" className="flex items-center gap-1.5">
      {isCurrent ? <LiveDot className="me-1" /> : <Spinner size={12} />}
      {t(isCurrent ? 'count.live' : 'count.counting')}
    </span>
  )
}
