import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { putContact, readContactByExternalId } from '@notifly/contracts/contacts/programs'
import { sendEvent } from '@notifly/contracts/events/events'
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
  const firstCall = firstCallOf(apiKey, secret)
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
            <CodeBlock code={firstCall.code} label={t('secret.firstCall')} copy />
            {firstCall.replace && <p className="text-12 text-muted">{t(`secret.${firstCall.replace}`, CALL_PARTS)}</p>}
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

interface FirstCall {
  /** As one types it into a shell, against this installation. */
  code: string
  /** The words that say what has to be put in place of the words in capitals. */
  replace?: 'replace' | 'replaceContact'
}

/** A call that the key may make; undefined where none of its scopes opens one. */
function firstCallOf({ client_id: clientId, scopes }: ApiKey, secret: string): FirstCall | undefined {
  const curl = ({ method, path }: { method: string; path: string }, contact: string, body?: object): string =>
    [
      `curl -X ${method} '${window.location.origin}${path.replace(/\{\w+\}/, contact)}'`,
      `-u '${clientId}:${secret}'`,
      ...(body ? [`-H 'content-type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
    ].join(' \\\n  ')
  const { contact, token } = CALL_PARTS
  if (scopes.includes('contacts:write')) return { code: curl(putContact, 'customer-1', NEW_CONTACT) }
  if (scopes.includes('contacts:read'))
    return { code: curl(readContactByExternalId, contact), replace: 'replaceContact' }
  if (scopes.includes('devices:write'))
    return { code: curl(putDevice, contact, { platform: 'android', token }), replace: 'replace' }
  if (!scopes.includes('events:write')) return undefined
  return { code: curl(sendEvent, contact, { external_user_id: contact, ...NEW_EVENT }), replace: 'replaceContact' }
}

const NEW_CONTACT = { email: 'ana@example.com', merge_fields: { first_name: 'Ana' } }
const NEW_EVENT = { name: 'order_completed', properties: { total: 49.9 } }
