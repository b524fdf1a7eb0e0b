import { readRunDomains, type RunDomain } from '@notifly/contracts/runs/panels'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { HANDED_OVER_FILTER } from '../../../components/display/shares.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { PanelCsv } from './PanelCsv.tsx'
import { panelOf, type RunPanelsProps } from './panel-of.ts'

/** Recipients' email domains, with the results at each. */
export function Domains({ run, linkTo }: RunPanelsProps) {
  const { t } = useTranslation('delivery')
  const { params, pollMs } = panelOf(run)
  const { data, error, refetch } = useRead(readRunDomains, { params }, { pollMs })
  const columns = useColumns(data, linkTo)
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
          skeletonRows={5}
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

function useColumns(
  rows: readonly RunDomain[] | undefined,
  linkTo: RunPanelsProps['linkTo'],
): TableColumn<RunDomain>[] {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  return useMemo(() => {
    const named = (rows ?? []).flatMap(({ domain }) => domain ?? [])
    const doorOf = (domain: RunDomain['domain'], name: (typeof FIGURES)[number]) =>
      linkTo({ status: name === 'sent' ? HANDED_OVER_FILTER : name, domain: domain ?? `-${named.join(',')}` })
    return [
      {
        id: 'domain',
        header: t('domains.domain'),
        skeleton: 'name',
        cell: ({ domain }) => (domain === null ? t('domains.others') : <bdi className="font-medium">{domain}</bdi>),
      },
      ...FIGURES.map((name): TableColumn<RunDomain> => ({
        id: name,
        header: t(`domains.columns.${name}`),
        align: 'end',
        skeleton: 'number',
        card: ON_PHONES.includes(name) ? 'number' : 'hidden',
        cell: ({ domain, [name]: value }) =>
          // People who were erased have no domain any more.
          value === 0 || domain === '' ? (
            <span className="tnum">{number(value)}</span>
          ) : (
            <Link tone="door" href={doorOf(domain, name)} className="tnum">
              {number(value)}
            </Link>
          ),
      })),
    ]
  }, [t, number, rows, linkTo])
}
