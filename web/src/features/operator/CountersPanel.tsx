import { type CounterTrouble, readOperatorStatus, rebuildRunCounters } from '@notifly/contracts/operator/operator'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

/** Runs that were counted wrongly, and the way to count them anew. */
export function CountersPanel({ off }: { off: readonly CounterTrouble[] }) {
  const { t } = useTranslation('operator')
  const { number, relativeTime } = useDisplay()
  const { mutate, isPending } = useWrite(rebuildRunCounters, { refreshes: [readOperatorStatus] })
  const columns = useMemo<TableColumn<CounterTrouble>[]>(
    () => [
      {
        id: 'run',
        header: t('counters.run'),
        ghost: 'two-lines',
        cell: row => (
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">
              <CutText>{row.name}</CutText>
            </span>
            <span className="text-12 text-muted">
              <CutText>{row.application}</CutText>
            </span>
          </span>
        ),
      },
      { id: 'off', header: t('counters.off'), align: 'end', cell: row => number(row.off) },
      { id: 'checked', header: t('counters.checked'), cell: row => relativeTime(row.checked_on) },
      {
        id: 'rebuild',
        header: t('counters.rebuild'),
        hideHeader: true,
        align: 'end',
        card: 'badge',
        cell: row => (
          <Button
            size="sm"
            disabled={isPending}
            aria-label={t('counters.rebuildOf', { name: row.name })}
            onClick={() => mutate({ body: { application_uuid: row.application_uuid, run_uuid: row.run_uuid } })}
          >
            {t('counters.rebuild')}
          </Button>
        ),
      },
    ],
    [t, number, relativeTime, mutate, isPending],
  )
  return (
    <Panel title={t('counters.title')} bare footer={t('counters.about')}>
      <DataTable frameless label={t('counters.title')} columns={columns} rows={off} rowId={row => row.run_uuid} />
    </Panel>
  )
}
