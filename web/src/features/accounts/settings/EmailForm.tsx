import { cancelEmailChange, changeEmail, readProfile, type Profile } from '@notifly/contracts/accounts/security'
import { email } from '@notifly/contracts/fields'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../../api/client.ts'
import { refresh, useWrite } from '../../../api/queries.ts'
import { announce } from '../../../api/signals.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'

const schema = z.object({ email })

/** The address, and a form to change it: the new one is used once its owner has opened the link that is sent to it. */
export function EmailForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel aria-label={t('profile.email')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{t('profile.email')}</p>
            <p className="truncate text-ink-2">
              <bdi>{profile.email}</bdi>
            </p>
          </div>
          {!isOpen && <Button onClick={() => setOpen(true)}>{t('profile.changeEmail')}</Button>}
        </div>
        {profile.pending_email !== null && <Pending email={profile.pending_email} />}
        {isOpen && <Change onClose={() => setOpen(false)} />}
      </div>
    </Panel>
  )
}

function Pending({ email: address }: { email: string }) {
  const { t } = useTranslation('settings')
  const resend = useWrite(changeEmail)
  const cancel = useWrite(cancelEmailChange, { refreshes: [readProfile] })
  return (
    <Alert tone="info" icon={MailCheck}>
      <Trans
        t={t}
        i18nKey="profile.pending"
        values={{ email: address }}
        components={{ b: <bdi className="font-medium" /> }}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" loading={resend.isPending} onClick={() => resend.mutate({ body: { email: address } })}>
          {t('profile.resend')}
        </Button>
        <Button size="sm" variant="ghost" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
          {t('profile.keepEmail')}
        </Button>
      </div>
    </Alert>
  )
}

function Change({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common'])
  const form = useApiForm(schema, { defaultValues: { email: '' } })
  const send = form.submit(async body => {
    const { message } = await callWithMeta(changeEmail, { body })
    await refresh(readProfile)
    if (message) announce({ tone: 'success', message })
    onClose()
  })
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4 border-t border-line pt-4">
      <FormFailure error={form.failure} />
      <Field label={t('profile.newEmail')} help={t('profile.newEmailHelp')} error={form.errorOf('email')}>
        <TextInput {...form.register('email')} type="email" autoComplete="email" autoFocus />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('common:ui.cancel')}</Button>
        <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
          {t('profile.sendLink')}
        </Button>
      </div>
    </form>
  )
}
