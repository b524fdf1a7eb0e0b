import { type ApiKey, readClientSecret } from '@notifly/contracts/api-keys'
import { MESSAGES } from '@notifly/contracts/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api/client.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

const schema = z.object({ password: z.string().check(z.minLength(1, MESSAGES.required)) })

/** The secret of a key, for somebody who enters the password again. It is forgotten when the dialog closes. */
export function SecretDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation(['keys', 'common'])
  const [secret, setSecret] = useState<string>()
  const form = useApiForm(schema, { defaultValues: { password: '' } })
  const confirm = form.submit(async ({ password }) => {
    const { client_secret } = await call(readClientSecret, { body: { client_id: apiKey.client_id, password } })
    form.reset()
    setSecret(client_secret)
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('secret.title', { name: apiKey.name })}
      onSubmit={secret === undefined ? confirm : undefined}
      footer={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{t('common:ui.cancel')}</Button>
            <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
              {t('secret.show')}
            </Button>
          </>
        ) : (
          <>
            <CopyButton text={secret} label={t('secret.copy')} size="md" />
            <Button variant="primary" onClick={onClose}>
              {t('common:ui.close')}
            </Button>
          </>
        )
      }
    >
      {secret === undefined ? (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{t('secret.confirm')}</p>
          <FormFailure error={form.failure} />
          <Field label={t('secret.password')} error={form.errorOf('password')}>
            <PasswordInput {...form.register('password')} autoComplete="current-password" autoFocus />
          </Field>
        </div>
      ) : (
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
      )}
    </Dialog>
  )
}
