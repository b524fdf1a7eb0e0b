import { useTranslation } from 'react-i18next'
import { SecretDialog } from '../../components/danger/SecretDialog.tsx'

export interface WebhookSecretProps {
  name: string
  secret: string
  onClose: () => void
}

/** The secret of a webhook, shown once. */
export function WebhookSecret({ name, secret, onClose }: WebhookSecretProps) {
  const { t } = useTranslation('webhooks')
  return (
    <SecretDialog
      title={t('secret.of', { name })}
      secret={secret}
      copy={t('secret.copy')}
      keep={t('secret.keep')}
      onClose={onClose}
    >
      <p className="mb-1 text-ink-2">{t('secret.use')}</p>
    </SecretDialog>
  )
}
