import { changePassword, listSessions, readProfile, type Profile } from '@notifly/contracts/accounts/security'
import { password } from '@notifly/contracts/fields'
import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callWithMeta } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { setSignedInUser } from '../../../api/session.ts'
import { announce } from '../../../api/signals.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'

const repeated = z.string().check(z.minLength(1, sentenceKey('fields.required')))
const EMPTY = { password: '', new_password: '', confirm: '' }

/** A person without a password confirms with a code sent by email instead, so the field for it may stay empty. */
function schemaFor(hasPassword: boolean) {
  return z
    .object({ password: hasPassword ? repeated : z.string(), new_password: password, confirm: repeated })
    .check(z.refine(isRepeated, { message: sentenceKey('fields.confirmed'), path: ['confirm'] }))
}

const WITH_PASSWORD = schemaFor(true)
const WITHOUT = schemaFor(false)

/** A new password, or the first one of a person who signs in through a provider. */
export function PasswordSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation('settings')
  const { has_password: hasPassword } = profile
  const form = useApiForm(hasPassword ? WITH_PASSWORD : WITHOUT, { defaultValues: EMPTY })
  const save = form.submit(async values => {
    const body = { new_password: values.new_password, ...(hasPassword && { password: values.password }) }
    const { data, message } = await callWithMeta(changePassword, { body })
    setSignedInUser(data)
    form.reset(EMPTY)
    await Promise.all([refresh(readProfile), refresh(listSessions)])
    if (message) announce({ tone: 'success', message })
  })
  return (
    <form noValidate onSubmit={save}>
      <Panel aria-label={t('password.title')}>
        <div className="flex flex-col gap-4">
          <FormFailure error={form.failure} />
          {hasPassword && (
            <Field label={t('password.current')} error={form.errorOf('password')}>
              <PasswordInput {...form.register('password')} autoComplete="current-password" />
            </Field>
          )}
          <Field label={t('password.new')} help={t('password.rule')} error={form.errorOf('new_password')}>
            <PasswordInput {...form.register('new_password')} autoComplete="new-password" />
          </Field>
          <Field label={t('password.confirm')} error={form.errorOf('confirm')}>
            <PasswordInput {...form.register('confirm')} autoComplete="new-password" />
          </Field>
          <div className="flex justify-end">
            <Button type="submit" loading={form.formState.isSubmitting}>
              {t(hasPassword ? 'password.save' : 'password.set')}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  )
}

function isRepeated(values: { new_password: string; confirm: string }): boolean {
  return values.new_password === values.confirm
}
