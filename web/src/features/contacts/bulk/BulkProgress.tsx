import { type BulkAction, listBulkActions, stopBulkAction } from '@notifly/contracts/contacts/bulk'
import { ACTIVITY, type ActivityId, type LevelName } from '@notifly/contracts/roles/activities'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { ConfirmWrite } from '../../../components/form/ConfirmWrite.tsx'
import { useCan } from '../../../components/session/use-session.ts'
import { PartFailure } from '../../../components/states/PartFailure.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useBulkOutcome } from './chosen.ts'

const POLL_MS = 1000

/** Bulk actions of all members that run, with how far they are. Tells when one ends that ran a moment ago. */
export function BulkProgress() {
  const { t } = useTranslation('bulk')
  const [isPolling, setPolling] = useState(false)
  const { data: actions, error, refetch } = useRead(listBulkActions, {}, { pollMs: isPolling && POLL_MS })
  const running = actions?.filter(({ state }) => state === 'running') ?? []
  const tell = useBulkOutcome()
  const seen = useRef(new Set<string>())
  useEffect(() => {
    for (const action of actions ?? []) {
      if (action.state === 'running') seen.current.add(action.uuid)
      else if (seen.current.delete(action.uuid)) void tell(action)
    }
    setPolling(seen.current.size > 0)
  }, [actions, tell])
  if (error && !actions) {
    return <PartFailure className="mb-4" error={error} title={t('progress.failed')} onRetry={() => void refetch()} />
  }
  if (running.length === 0) return null
  return (
    <Panel aria-label={t('progress.title')} className="mb-4" bare>
      <ul className="divide-y divide-line">
        {running.map(action => (
          <Running key={action.uuid} action={action} />
        ))}
      </ul>
    </Panel>
  )
}

const RIGHTS: Record<BulkAction['action'], readonly [ActivityId, LevelName]> = {
  add: [ACTIVITY.segmentation, 'create'],
  remove: [ACTIVITY.segmentation, 'update'],
  unsubscribe: [ACTIVITY.audience, 'update'],
  delete: [ACTIVITY.audience, 'delete'],
}

function Running({ action: bulk }: { action: BulkAction }) {
  const { action, uuid, total, done, segment } = bulk
  const { t } = useTranslation('bulk')
  const mayStop = useCan(...RIGHTS[action])
  const [isAsked, setAsked] = useState(false)
  const words = t(`progress.${action}`, { count: total, name: segment?.name ?? '' })
  const far = t('progress.far', { count: total, done })
  return (
    <li className="flex items-center gap-4 px-4 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium wrap-anywhere">{words}</span>
          <span className="tnum text-muted">{far}</span>
        </p>
        <ProgressBar label={words} valueText={far} segments={[{ share: total > 0 ? done / total : 0 }]} />
      </div>
      {mayStop && (
        <Button size="sm" onClick={() => setAsked(true)}>
          {t('stop.action')}
        </Button>
      )}
      {isAsked && (
        <ConfirmWrite
          endpoint={stopBulkAction}
          input={{ params: { uuid } }}
          refreshes={[listBulkActions]}
          onClose={() => setAsked(false)}
          title={t('stop.title')}
          action={t('stop.action')}
        >
          {t('stop.text', { count: done })}
        </ConfirmWrite>
      )}
    </li>
  )
}
