import type { Invoice } from '@notifly/contracts/billing/invoices'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../../components/billing/use-money.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { BrandMark } from '../../../ui/layout/BrandMark.tsx'
import { isBill } from '../invoices/InvoicesPanel.tsx'
import './invoice.css'

/** The invoice itself: one A4 page, light in both themes. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing')
  const { longDay } = useDisplay('UTC')
  const { seller, number, credits } = invoice
  return (
    <article className="invoice-sheet flex flex-col gap-8 rounded-3 border border-line bg-surface p-10 text-ink max-sm:gap-6 max-sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <p className="flex items-center gap-2 text-16 font-semibold">
          <BrandMark />
          <span className="tracking-[-0.02em]">Notifly</span>
        </p>
        <h1 className="text-20 font-semibold tracking-(--ls-title)">
          {t(isBill(invoice) ? 'invoice.bill' : 'invoice.refund')}
        </h1>
      </header>
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <address className="min-w-0 not-italic">
          <span className="block text-12 text-muted">{t('invoice.to')}</span>
          {invoice.customer_meta.map(({ model }, index) => (
            // Keyed by index: lines of an address have no other identity.
            <bdi key={index} className="block wrap-anywhere first-of-type:font-medium">
              {model}
            </bdi>
          ))}
        </address>
        <dl className="tnum grid grid-cols-[auto_auto] content-start gap-x-4 gap-y-0.5">
          <Fact label={t('invoice.number')}>{number}</Fact>
          <Fact label={t('invoice.date')}>{longDay(invoice.invoice_period_start_date)}</Fact>
          {credits !== null && <Fact label={t('invoice.refunds')}>{credits}</Fact>}
        </dl>
      </div>
      <Details invoice={invoice} />
      <footer className="mt-auto border-t border-line pt-4">
        <p className="font-medium">{t('invoice.for', { name: seller.name })}</p>
        {seller.address.map((line, index) => (
          <bdi key={index} className="block text-muted">
            {line}
          </bdi>
        ))}
        {seller.tax_number !== null && (
          <p className="text-muted">{t('invoice.taxNumber', { number: seller.tax_number })}</p>
        )}
      </footer>
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium sm:text-end print:text-end">
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}

/** What was bought or refunded, its tax, and the amount in figures and in words. */
function Details({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing')
  const { amount } = useMoney()
  const { currency } = invoice
  const sign = isBill(invoice) ? 1 : -1
  return (
    <section aria-labelledby="bill-details">
      <h2 id="bill-details" className="mb-2 text-14 font-semibold">
        {t('invoice.details')}
      </h2>
      <Purchase invoice={invoice} />
      <dl className="mt-3">
        {invoice.taxes.map(tax => (
          <Line key={tax.name} label={t('invoice.tax', { name: tax.name, rate: tax.rate })}>
            <span className="tnum">{amount(sign * tax.amount, currency)}</span>
          </Line>
        ))}
        <Line label={t('invoice.amount')} strong>
          <span className="tnum">{amount(sign * invoice.invoice_amount, currency)}</span>
        </Line>
        <Line label={t('invoice.value', { currency })}>
          <span lang="en">{invoice.amount_in_words}</span>
        </Line>
      </dl>
    </section>
  )
}

const cell = 'border-b border-line px-3 py-2.5 text-start align-top first:ps-0 last:pe-0'

/** The plan with its period and payment: a table on paper and wide screens, a list on narrow ones. */
function Purchase({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing')
  const { longDay } = useDisplay('UTC')
  const { plan_name: plan, invoice_period_start_date: from, invoice_period_end_date: to } = invoice
  const facts = [
    { id: 'serial', label: t('invoice.serial'), value: '1' },
    { id: 'plan', label: t('invoice.plan'), value: <bdi>{plan}</bdi> },
    { id: 'duration', label: t('invoice.duration'), value: `${longDay(from)} - ${longDay(to)}` },
    ...(isBill(invoice)
      ? [{ id: 'payment', label: t('invoice.payment'), value: <Payment card={invoice.card_meta} /> }]
      : []),
  ]
  return (
    <>
      <table className="tnum w-full border-separate border-spacing-0 border-t border-line max-sm:hidden print:table">
        <thead>
          <tr className="text-12 text-muted">
            {facts.map(({ id, label }) => (
              <th key={id} className={`${cell} font-medium`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {facts.map(({ id, value }) => (
              <td key={id} className={`${cell} wrap-anywhere`}>
                {value}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <dl className="border-t border-line sm:hidden print:hidden">
        {facts.map(({ id, label, value }) => (
          <Line key={id} label={label}>
            {value}
          </Line>
        ))}
      </dl>
    </>
  )
}

function Line({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-6 border-b border-line py-2 ${strong ? 'text-14 font-semibold' : ''}`}>
      <dt className={strong ? '' : 'text-muted'}>{label}</dt>
      <dd className="min-w-0 text-end text-balance wrap-anywhere">{children}</dd>
    </div>
  )
}

/** How the invoice was paid: by card, by wallet, or by UPI. */
function Payment({ card: { method, card, wallet, vpa } }: { card: Invoice['card_meta'] }) {
  const { t } = useTranslation('billing')
  if (method === 'card' && card !== null) return t('payment.card', { network: card.network, last4: card.last4 })
  if (wallet !== null) return t('payment.wallet')
  return t('payment.upi', { vpa: vpa ?? '' })
}
