import type { OperatorStatus, QuotaUse } from '@notifly/contracts/operator/operator'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

/** Applications that use most of what they may have. */
export function QuotasPanel({ uses }: { uses: OperatorStatus['near_quotas'] }) {
  const { t } = useTranslation('operator')
  const { number, bytes, percent } = useDisplay()
  const columns = useMemo<TableColumn<QuotaUse>[]>(() => {
    const amount = ({ what }: QuotaUse, value: number) => (what === 'bytes' ? bytes(value) : number(value))
    return [
      { id: 'application', header: t('quotas.application'), cell: row => <CutText>{row.application}</CutText> },
      { id: 'what', header: t('quotas.what'), cell: row => t(`quotas.of.${row.what}`) },
      { id: 'used', header: t('quotas.used'), align: 'end', cell: row => amount(row, row.used) },
      { id: 'limit', header: t('quotas.limit'), align: 'end', cell: row => amount(row, row.limit) },
      { id: 'share', header: t('quotas.share'), align: 'end', cell: row => percent(row.used / row.limit) },
    ]
  }, [t, number, bytes, percent])
  return (
    <Panel title={t('quotas.title')} bare footer={t('quotas.about')}>
      <DataTable
        frameless
        dense
        label={t('quotas.title')}
        columns={columns}
        rows={uses}
        rowId={row => `${row.application_uuid} ${row.what}`}
      />
    </Panel>
  )
}
