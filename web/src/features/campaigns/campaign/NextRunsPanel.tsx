import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useDates } from '../use-dates.ts'
import { NextRuns } from '../NextRuns.tsx'

/** When it goes out next; while it is paused, since when and what that means. */
export function NextRunsPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { timezone, next_runs: runs, paused_on: pausedOn } = campaign
  const { within, zoneWords } = useDates(timezone)
  const [first] = runs
  return (
    <Panel title={t('summary.runs')} {...(first !== undefined && { footer: zoneWords(first) })}>
      {pausedOn !== null && <p className="mb-2 text-warning-ink">{t('page.held', { when: within(pausedOn) })}</p>}
      {first === undefined ? (
        <p className="text-muted">{t('page.noneToCome')}</p>
      ) : (
        <NextRuns all runs={runs} zone={timezone} />
      )}
    </Panel>
  )
}
