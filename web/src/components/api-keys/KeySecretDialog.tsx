import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { putDevice } from '@notifly/contracts/devices/mobile-devices'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { SecretDialog } from '../danger/SecretDialog.tsx'

export interface KeySecretDialogProps {
  apiKey: ApiKey
  secret: string
  onClose: () => void
}

/** The secret of a key, and a first call with it, ready to paste. */
export function KeySecretDialog({ apiKey, secret, onClose }: KeySecretDialogProps) {
  const { t } = useTranslation('keys')
  const firstCall = apiKey.scopes.includes('devices:write') && deviceCall(apiKey.client_id, secret)
  return (
    <SecretDialog
      title={t('secret.title', { name: apiKey.name })}
      secret={secret}
      copy={t('secret.copy')}
      keep={t('secret.keep')}
      after={
        firstCall && (
          <>
            <p className="mt-2.5 font-medium">{t('secret.firstCall')}</p>
            <CodeBlock code={firstCall} label={t('secret.firstCall')} copy />
            <p className="text-12 text-muted">{t('secret.replace', CALL_PARTS)}</p>
          </>
        )
      }
      onClose={onClose}
    >
      <p className="font-medium">{t('list.clientId')}</p>
      <CodeBlock code={apiKey.client_id} copy />
      <p className="mt-2.5 font-medium">{t('secret.secret')}</p>
    </SecretDialog>
  )
}

/** What the reader puts in place of the words in capitals. */
const CALL_PARTS = { contact: 'CONTACT_ID', token: 'TOKEN_FROM_THE_PHONE' }

/** As one types it into a shell, against this installation. */
function deviceCall(clientId: string, secret: string): string {
  const address = window.location.origin + putDevice.path.replace(/\{\w+\}/, CALL_PARTS.contact)
  return [
    `curl -X ${putDevice.method} '${address}'`,
    `-u '${clientId}:${secret}'`,
    `-H 'content-type: application/json'`,
    `-d '${JSON.stringify({ platform: 'android', token: CALL_PARTS.token })}'`,
  ].join(' \\\n  ')
}
