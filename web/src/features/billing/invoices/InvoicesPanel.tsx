import { downloadInvoices, INVOICE_KINDS, type InvoiceRow, listInvoices } from '@notifly/contracts/billing/invoices'
import { INVOICE_STATUS } from '@notifly/contracts/billing/states'
import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../../api/queries.ts'
import { useMoney } from '../../../components/billing/use-money.ts'
import { DaysFilter } from '../../../components/display/DaysFilter.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { DownloadButton } from '../../../components/files/DownloadButton.tsx'
import { dayFields, listFields, PER_PAGE } from '../../../components/lists/list-state.ts'
import { ListSearch } from '../../../components/lists/ListSearch.tsx'
import { ListTable } from '../../../components/lists/ListTable.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { paths } from '../../../paths.ts'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Toolbar } from '../../../ui/layout/Page.tsx'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'
import { NameCell } from '../../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'

const state = z.object({ ...listFields, status: z._default(z.enum(['', ...INVOICE_KINDS]), ''), ...dayFields })

/** Invoices and credit notes of the organization or of one subscription, filtered by number, kind and date. */
export function InvoicesPanel({ subscription }: { subscription?: string }) {
  const { t } = useTranslation('billing')
  const [{ page, ...chosen }, change] = useUrlState(state)
  const { search, status, from, to } = chosen
  const filter = { search, status: status || undefined, from, to, subscription_uuid: subscription }
  const list = useReadPage(listInvoices, { query: { ...filter, page, per_page: PER_PAGE } })
  const columns = useColumns()
  const isNarrowed = search !== '' || status !== '' || from !== undefined
  return (
    <ListTable
      list={list}
      page={page}
      change={change}
      failed={t('invoices.failed')}
      label={t('invoices.title')}
      columns={columns}
      rowId={row => row.uuid}
      rowName={row => row.number}
      toolbar={
        <Toolbar
          find={<ListSearch search={search} change={change} placeholder={t('invoices.find')} />}
          end={
            <DownloadButton
              endpoint={downloadInvoices}
              input={{ query: filter }}
              name="invoices.csv"
              disabled={list.data?.paging.total === 0}
            >
              {t('invoices.csv')}
            </DownloadButton>
          }
        >
          <FilterChip
            label={t('invoices.kind')}
            allText={t('invoices.all')}
            options={INVOICE_KINDS.map(value => ({ value, label: t(`invoices.${value}`) }))}
            value={status || null}
            onChange={kind => change({ status: (kind ?? '') as typeof status, page: 1 })}
          />
          <DaysFilter label={t('invoices.days')} days={{ from, to }} onDays={days => change({ ...days, page: 1 })} />
        </Toolbar>
      }
      empty={
        isNarrowed ? (
          <NothingFound
            filtered
            title={t('invoices.noneFound')}
            onClear={() => change({ search: '', status: '', from: undefined, to: undefined, page: 1 })}
          />
        ) : (
          <StateCard kind="empty" icon={ReceiptText} title={t('invoices.none')}>
            {t('invoices.noneText')}
          </StateCard>
        )
      }
    />
  )
}

function useColumns(): TableColumn<InvoiceRow>[] {
  const { t } = useTranslation('billing')
  const slug = useSlug()
  const { money } = useMoney()
  const { longDay } = useDisplay('UTC')
  return [
    {
      id: 'number',
      header: t('invoices.number'),
      skeleton: 'two-lines',
      cell: row => (
        <NameCell
          name={row.number}
          href={paths.invoice(slug, row.subscription_uuid, row.number)}
          sub={row.credits !== null && t('invoices.credits', { number: row.credits })}
        />
      ),
    },
    {
      id: 'kind',
      header: t('invoices.kind'),
      card: 'badge',
      skeleton: 'badge',
      cell: row =>
        isBill(row) ? (
          <Badge type="light-green">{t('invoices.bill')}</Badge>
        ) : (
          <Badge type="light-blue">{t('invoices.refund')}</Badge>
        ),
    },
    { id: 'plan', header: t('list.plan'), cell: row => <bdi>{row.plan_name}</bdi> },
    {
      id: 'issued',
      header: t('invoices.issued'),
      cell: row => <span className="tnum">{longDay(row.issued_on)}</span>,
    },
    {
      id: 'amount',
      header: t('invoices.amount'),
      align: 'end',
      skeleton: 'number',
      cell: row => money(isBill(row) ? row.invoice_amount : -row.invoice_amount, row.currency),
    },
  ]
}

export function isBill({ status }: Pick<InvoiceRow, 'status'>): boolean {
  return status === INVOICE_STATUS.bill
}
