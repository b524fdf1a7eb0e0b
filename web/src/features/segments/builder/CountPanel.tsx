import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { say } from '../../../locales/say.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { LiveDot } from '../../../ui/feedback/LiveDot.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import type { LiveCount } from './use-count.ts'

export interface CountPanelProps {
  count: LiveCount
  contacts: number | undefined
  /** At least one condition is complete. */
  hasRules: boolean
}

/** How many contacts fit the rules now, and what share of all that is. */
export function CountPanel({ count, contacts, hasRules }: CountPanelProps) {
  const { t } = useTranslation('segments')
  return (
    <Panel title={t('count.title')} actions={hasRules && <Freshness count={count} />}>
      {hasRules ? <Figure count={count} /> : <Nothing contacts={contacts} />}
    </Panel>
  )
}

function Nothing({ contacts }: { contacts: number | undefined }) {
  const { t } = useTranslation('segments')
  return (
    <p className="text-muted">
      {contacts === undefined ? t('count.nothing') : t('count.nothingOf', { count: contacts })}
    </p>
  )
}

function Figure({ count: { data, isCurrent, error } }: { count: LiveCount }) {
  const { t } = useTranslation('segments')
  const { number, percent } = useDisplay()
  if (error) {
    return (
      <Alert tone="danger" title={t('count.failed')}>
        {say(error.errors[0] ?? error)}
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
