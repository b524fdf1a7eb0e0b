import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

interface CheckoutStateProps {
  /**
   * `unsure`: telling the server of the payment failed; the provider will report it as well. `refunded`: the payment
   * matched nothing and is refunded.
   */
  what: 'verifying' | 'unsure' | 'refunded' | 'broken'
  error?: ApiError | null
  onRetry: () => void
  onClose: () => void
}

/** Replaces the checkout while it is not shown. */
export function CheckoutState({ what, error, onRetry, onClose }: CheckoutStateProps) {
  const { t } = useTranslation(['billing', 'common'])
  const isBusy = what === 'verifying'
  return (
    <Dialog
      title={t(`checkout.${what}`)}
      onOpenChange={() => !isBusy && onClose()}
      {...(!isBusy && {
        footer: (
          <>
            <Button onClick={onClose}>{t('common:ui.close')}</Button>
            {what !== 'refunded' && (
              <Button variant="primary" onClick={onRetry}>
                {t('common:ui.retry')}
              </Button>
            )}
          </>
        ),
      })}
    >
      {isBusy ? (
        <p role="status" className="flex items-center gap-2 text-ink-2">
          <Spinner />
          {t('checkout.verifyingText')}
        </p>
      ) : (
        <Alert tone={what === 'broken' ? 'danger' : 'warning'} live>
          {error && <>{translateSentence(error)} </>}
          {what !== 'refunded' && t(`checkout.${what}Text`)}
        </Alert>
      )}
    </Dialog>
  )
}
