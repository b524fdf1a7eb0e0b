import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { readRunDomains, type RunDomain } from '@notifly/contracts/runs/panels'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { PanelCsv } from './PanelCsv.tsx'
import { panelOf } from './panel-of.ts'

/** Recipients' email domains, with the results at each. */
export function Domains({ run }: { run: RunProgress }) {
  const { t } = useTranslation('delivery')
  const { params, pollMs } = panelOf(run)
  const { data, error, refetch } = useRead(readRunDomains, { params }, { pollMs })
  const columns = useColumns()
  const title = t('domains.title')
  return (
    <Panel bare title={title} actions={<PanelCsv run={run} panel="domains" title={title} />}>
      {error && data === undefined ? (
        <ReadFailure framed={false} error={error} title={t('domains.failed')} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          frameless
          dense
          label={title}
          columns={columns}
          rows={data}
          ghostRows={5}
          rowId={({ domain }) => domain ?? ''}
          rowName={({ domain }) => domain ?? t('domains.others')}
          empty={<p className="p-4 text-muted">{t('domains.none')}</p>}
        />
      )}
    </Panel>
  )
}

const FIGURES = ['sent', 'bounced', 'complained', 'opened', 'clicked'] as const
const ON_PHONES = ['sent', 'opened', 'clicked']

function useColumns(): TableColumn<RunDomain>[] {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  return useMemo(
    () => [
      {
        id: 'domain',
        header: t('domains.domain'),
        ghost: 'name',
        cell: ({ domain }) => (domain === null ? t('domains.others') : <bdi className="font-medium">{domain}</bdi>),
      },
      ...FIGURES.map((name): TableColumn<RunDomain> => ({
        id: name,
        header: t(`domains.columns.${name}`),
        align: 'end',
        ghost: 'number',
        card: ON_PHONES.includes(name) ? 'number' : 'hidden',
        cell: row => <span className="tnum">{number(row[name])}</span>,
      })),
    ],
    [t, number],
  )
}
