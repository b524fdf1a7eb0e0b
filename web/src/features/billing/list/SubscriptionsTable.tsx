import { PACKAGE } from '@notifly/contracts/billing/states'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { useTranslation } from 'react-i18next'
import { announce, setFlags } from '../../../api/signals.ts'
import { useMoney } from '../../../components/billing/use-money.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { ValueOrDash } from '../../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { StatusAct } from '../StatusBanner.tsx'
import { lookOf } from '../status.ts'
import { SubscriptionBadge } from '../SubscriptionBadge.tsx'
import type { BillingActs } from '../use-billing-acts.ts'
import { useChangeWords } from '../use-change-words.ts'
import { useSupportAddress } from '../use-support.ts'

interface SubscriptionsTableProps {
  title: string
  /** Of subscriptions that have ended. */
  past?: boolean
  rows: readonly Subscription[] | undefined
  acts: BillingActs
}

export function SubscriptionsTable({ title, past = false, rows, acts }: SubscriptionsTableProps) {
  const columns = useColumns(acts, past)
  return (
    <Panel title={title} bare>
      <DataTable
        frameless
        label={title}
        columns={columns}
        rows={rows}
        skeletonRows={1}
        rowId={row => row.uuid}
        rowName={row => row.name}
      />
    </Panel>
  )
}

function useColumns(acts: BillingActs, past: boolean): TableColumn<Subscription>[] {
  const { t } = useTranslation('billing')
  const slug = useSlug()
  const { price } = useMoney()
  const { longDay } = useDisplay()
  return [
    {
      id: 'plan',
      header: t('list.plan'),
      skeleton: 'two-lines',
      cell: row => (
        <div className="min-w-0 sm:py-1">
          <Link href={paths.subscriptionOf(slug, row.uuid)} tone="door" className="font-medium">
            <bdi>{row.name}</bdi>
          </Link>
          <div className="tnum truncate text-12 text-muted">
            {t(row.package_id === PACKAGE.annual ? 'price.yearly' : 'price.monthly', {
              price: price(row.price, row.currency),
            })}
          </div>
          <NextPlan subscription={row} />
        </div>
      ),
    },
    {
      id: 'status',
      header: t('list.status'),
      card: 'badge',
      skeleton: 'badge',
      cell: row => <SubscriptionBadge subscription={row} />,
    },
    {
      id: 'period',
      header: t('list.period'),
      cell: row => (
        <ValueOrDash>
          {row.period_start === null || row.period_end === null ? null : (
            <span className="tnum">
              {longDay(row.period_start)} – {longDay(row.period_end)}
            </span>
          )}
        </ValueOrDash>
      ),
    },
    { id: 'next', header: t(past ? 'one.ended' : 'list.next'), cell: row => <NextDate subscription={row} /> },
    {
      id: 'acts',
      header: t('list.acts'),
      hideHeader: true,
      align: 'end',
      card: 'line',
      cell: row => (
        <span className="inline-flex flex-wrap items-center gap-2 max-sm:mt-1.5 max-sm:w-[calc(100vw-4.25rem)] sm:justify-end">
          <StatusAct subscription={row} acts={acts} />
          <InvoiceButton subscription={row} />
        </span>
      ),
    },
  ]
}

/** The plan that a pending change leads to. */
function NextPlan({ subscription }: { subscription: Subscription }) {
  const words = useChangeWords(subscription)
  return words && <div className="tnum max-w-64 text-12 whitespace-normal text-ink-2">{words.title}</div>
}

/** The next date: a charge, the end of the period, or when it ended. A card has no header that names it. */
function NextDate({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const { longDay } = useDisplay()
  const { ended_on: endedOn, next_charge: charge, period_end: end } = subscription
  const [dated, day] = endedOn === null ? (['chargedOn', charge] as const) : (['endedOn', endedOn] as const)
  if (day !== null) {
    return (
      <>
        <span className="sm:hidden">{t(`list.${dated}`, { date: longDay(day) })}</span>
        <span className="max-sm:hidden">{longDay(day)}</span>
      </>
    )
  }
  return end === null ? <ValueOrDash>{null}</ValueOrDash> : t('list.endsOn', { date: longDay(end) })
}

/** The row's own button, which a click anywhere in the row triggers. Its action depends on the status. */
function InvoiceButton({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const slug = useSlug()
  const supportAddress = useSupportAddress()
  const { name } = lookOf(subscription)
  const { uuid, invoice_uuid: invoice, ended_on: endedOn } = subscription
  if (name === 'notStarted') {
    const wait = () => announce({ tone: 'info', message: t('refund.wait') })
    return (
      <Button size="sm" data-row-link onClick={wait}>
        {t('refund.initiated')}
      </Button>
    )
  }
  if (name === 'active' && endedOn === null) {
    const address = supportAddress(subscription)
    const look = { size: 'sm', 'data-row-link': true, children: t('support.contact') } as const
    if (address === undefined) return <Button {...look} onClick={() => setFlags({ asksSupport: true })} />
    return <ButtonLink {...look} href={address} />
  }
  if (invoice === null) return null
  return (
    <ButtonLink size="sm" data-row-link href={paths.invoice(slug, uuid, invoice)}>
      {t('invoices.view')}
    </ButtonLink>
  )
}
