import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { putContact, readContactByExternalId } from '@notifly/contracts/contacts/programs'
import { putDevice } from '@notifly/contracts/devices/mobile-devices'
import { listMessages, sendMessage } from '@notifly/contracts/messages/messages'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { SecretDialog } from '../danger/SecretDialog.tsx'
import { curlOf, eventCurl } from './curl.ts'

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
  const credentials = { clientId, secret }
  const { contact, token } = CALL_PARTS
  if (scopes.includes('messages:send')) return { code: curlOf(sendMessage, credentials, '', NEW_MESSAGE) }
  if (scopes.includes('contacts:write')) return { code: curlOf(putContact, credentials, 'customer-1', NEW_CONTACT) }
  if (scopes.includes('contacts:read'))
    return { code: curlOf(readContactByExternalId, credentials, contact), replace: 'replaceContact' }
  if (scopes.includes('devices:write'))
    return { code: curlOf(putDevice, credentials, contact, { platform: 'android', token }), replace: 'replace' }
  if (scopes.includes('events:write')) return { code: eventCurl(credentials, contact), replace: 'replaceContact' }
  return scopes.includes('messages:read') ? { code: curlOf(listMessages, credentials, '') } : undefined
}

const NEW_MESSAGE = {
  channel: 'email',
  to: 'ana@example.com',
  content: { subject: 'Hello', text: 'My first message.' },
}
const NEW_CONTACT = { email: 'ana@example.com', merge_fields: { first_name: 'Ana' } }
