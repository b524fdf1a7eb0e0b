import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { SecretDialog } from '../danger/SecretDialog.tsx'
import { CodeSample } from '../samples/CodeSample.tsx'
import { LANGUAGES, sampleCode } from '../samples/samples.ts'
import { useUser } from '../session/use-session.ts'
import { CALL_PARTS, firstCallOf } from './first-call.ts'

export interface KeySecretDialogProps {
  apiKey: ApiKey
  secret: string
  onClose: () => void
}

/** Shows the secret of a key, and a first call with it in six languages, ready to paste. */
export function KeySecretDialog({ apiKey, secret, onClose }: KeySecretDialogProps) {
  const { t } = useTranslation('keys')
  const firstCall = firstCallOf(apiKey, secret, useUser().email)
  return (
    <SecretDialog
      title={t('secret.title', { name: apiKey.name })}
      secret={secret}
      copy={t('secret.copy')}
      keep={t('secret.keep')}
      after={
        <>
          <p className="mt-2.5 font-medium">{t('secret.address')}</p>
          <CodeBlock code={window.location.origin} label={t('secret.address')} copy />
          {firstCall && (
            <>
              <p className="mt-2.5 font-medium">{t('secret.firstCall')}</p>
              <CodeSample
                choice={t('secret.language')}
                label={t('secret.firstCall')}
                languages={LANGUAGES}
                codeOf={language => sampleCode(language, firstCall.sample)}
              />
              {firstCall.replace && (
                <p className="text-12 text-muted">{t(`secret.${firstCall.replace}`, CALL_PARTS)}</p>
              )}
            </>
          )}
        </>
      }
      onClose={onClose}
    >
      <p className="font-medium">{t('list.clientId')}</p>
      <CodeBlock code={apiKey.client_id} copy />
      <p className="mt-2.5 font-medium">{t('secret.secret')}</p>
    </SecretDialog>
  )
}
