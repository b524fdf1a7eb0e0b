import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

/** What a program needs to use a key. The secret is forgotten when the dialog closes. */
export function SecretDialog({ apiKey, secret, onClose }: { apiKey: ApiKey; secret: string; onClose: () => void }) {
  const { t } = useTranslation(['keys', 'common'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('secret.title', { name: apiKey.name })}
      footer={
        <>
          <CopyButton text={secret} label={t('secret.copy')} size="md" />
          <Button variant="primary" onClick={onClose}>
            {t('common:ui.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <p className="font-medium">{t('list.clientId')}</p>
          <CodeBlock code={apiKey.client_id} copy />
        </div>
        <div className="flex flex-col gap-1.5">
          <p className="font-medium">{t('secret.secret')}</p>
          <CodeBlock code={secret} />
          <p className="text-12 text-muted">{t('secret.keep')}</p>
        </div>
      </div>
    </Dialog>
  )
}
