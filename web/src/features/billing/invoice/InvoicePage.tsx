import { readInvoice } from '@notifly/contracts/billing/invoices'
import { useParams } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'

/** An invoice or credit note as it is printed, below a bar that is not printed. */
export function InvoicePage() {
  const { t } = useTranslation('billing')
  const slug = useSlug()
  const { id, invoice } = useParams({ strict: false }) as { id: string; invoice: string }
  const { data, error, refetch } = useRead(readInvoice, { query: { invoice_uuid: invoice } })
  useNumberInAddress(data?.number)
  return (
    <>
      <PageTitle>{data?.number ?? t('invoices.title')}</PageTitle>
      <header className="sticky top-0 z-(--z-nav) border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex h-nav max-w-210 items-center gap-2 px-4">
          <ButtonLink variant="ghost" icon={ArrowLeft} href={paths.subscriptionOf(slug, id)}>
            {t('invoice.back')}
          </ButtonLink>
          {data && (
            <Button variant="primary" icon={Printer} className="ms-auto" onClick={() => window.print()}>
              {t('invoice.download')}
            </Button>
          )}
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-210 px-4 py-6 outline-none print:max-w-none print:p-0">
        {!data && <h1 className="sr-only">{t('invoices.title')}</h1>}
        {error && <ReadFailure error={error} title={t('invoice.failed')} onRetry={() => void refetch()} />}
        {!error && !data && (
          <>
            <LoadingNote />
            <Skeleton height="44rem" />
          </>
        )}
        {data && <InvoiceSheet invoice={data} />}
      </main>
    </>
  )
}

/** The address uses the invoice's number; a link with its id redirects there. */
function useNumberInAddress(number: string | undefined): void {
  const slug = useSlug()
  const goTo = useGoTo()
  const { id, invoice } = useParams({ strict: false }) as { id: string; invoice: string }
  useEffect(() => {
    if (number !== undefined && number !== invoice) void goTo(paths.invoice(slug, id, number), { replace: true })
  }, [number, invoice, slug, id, goTo])
}
