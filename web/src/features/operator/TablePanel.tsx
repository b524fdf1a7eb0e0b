import { Panel, type PanelProps } from '../../ui/layout/Panel.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { DataTableProps } from '../../ui/table/table-types.ts'

type TablePanelProps<Row> = Omit<DataTableProps<Row>, 'label' | 'frameless' | 'footer'> &
  Pick<PanelProps, 'meta' | 'footer'> & { title: string }

/** A panel that is a table, both by the same name. */
export function TablePanel<Row>({ title, meta, footer, ...table }: TablePanelProps<Row>) {
  return (
    <Panel bare title={title} meta={meta} footer={footer}>
      <DataTable {...table} frameless label={title} />
    </Panel>
  )
}
