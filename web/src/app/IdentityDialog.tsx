import { readProfile, reauthenticate, sendConfirmationCode } from '@notifly/contracts/accounts/security'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api/client.ts'
import { useRead, useWrite } from '../api/queries.ts'
import { FormFailure } from '../components/form/FormFailure.tsx'
import { useApiForm, refusal } from '../components/form/use-api-form.ts'
import { CodeField } from '../components/session/CodeField.tsx'
import { useSession } from '../components/session/use-session.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { LoadingNote, Skeleton } from '../ui/feedback/Skeleton.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'

/** The ways to confirm one's identity. */
type VerificationMethod = 'password' | 'otp' | 'code'

/**
 * Empty values are refused only on submit. An error that appeared on blur would move Cancel away from under the
 * pointer.
 */
const SCHEMAS = {
  password: z.object({ password: z.string() }),
  otp: z.object({ otp: z.string() }),
  code: z.object({ code: z.string() }),
}

/**
 * Asks the reader to confirm their identity before an action that only the account's owner may do. The input is cleared
 * after each attempt.
 */
export function IdentityDialog({ settle }: { settle: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation()
  const user = useSession()
  const { data: profile, error } = useRead(readProfile, {})
  const [chosen, setChosen] = useState<VerificationMethod>()
  const defaultWay: VerificationMethod | undefined =
    profile && (profile.has_password ? 'password' : profile.mfa_enabled ? 'otp' : 'code')
  const way = chosen ?? defaultWay
  // The session has ended, perhaps in another tab, so there is no user to confirm.
  useEffect(() => {
    if (!user) settle(false)
  }, [user, settle])
  if (!profile || !way) {
    return (
      <Dialog open onOpenChange={() => settle(false)} title={t('identity.title')}>
        <FormFailure error={error ?? undefined} />
        {!error && <LoadingNote />}
        {!error && <Skeleton height="4rem" />}
      </Dialog>
    )
  }
  const other: VerificationMethod | undefined = profile.mfa_enabled
    ? way === 'otp'
      ? withoutApp(profile)
      : 'otp'
    : undefined
  return <Ask key={way} way={way} other={other} email={profile.email} onOther={setChosen} settle={settle} />
}

const withoutApp = ({ has_password: hasPassword }: { has_password: boolean }): VerificationMethod =>
  hasPassword ? 'password' : 'code'

interface AskProps {
  way: VerificationMethod
  other: VerificationMethod | undefined
  email: string
  onOther: (way: VerificationMethod) => void
  settle: (isConfirmed: boolean) => void
}

function Ask({ way, other, email, onOther, settle }: AskProps) {
  const { t } = useTranslation()
  const form = useApiForm<Partial<Record<VerificationMethod, string>>, Partial<Record<VerificationMethod, string>>>(
    SCHEMAS[way] as never,
    {
      defaultValues: { [way]: '' },
    },
  )
  const confirm = form.submit(async body => {
    if (!body[way]) return form.setError(way, refusal({ key: 'fields.required' }), { shouldFocus: true })
    try {
      await call(reauthenticate, { body }, { isConfirmation: true })
    } finally {
      form.setValue(way, '')
    }
    settle(true)
  })
  return (
    <Dialog
      open
      onOpenChange={() => settle(false)}
      title={t('identity.title')}
      description={t(`identity.lead_${way}`)}
      onSubmit={confirm}
      footerStart={
        other && (
          <Button variant="ghost" onClick={() => onOther(other)}>
            {t(`identity.use_${other}`)}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={() => settle(false)}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
            {t('identity.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormFailure error={form.failure} />
        {way === 'password' && (
          <Field label={t('identity.password')} error={form.errorOf('password')}>
            <PasswordInput {...form.register('password')} autoComplete="current-password" autoFocus />
          </Field>
        )}
        {way === 'otp' && <CodeField {...form.register('otp')} error={form.errorOf('otp')} />}
        {way === 'code' && <MailedCode email={email} input={form.register('code')} error={form.errorOf('code')} />}
      </div>
    </Dialog>
  )
}

interface MailedCodeProps {
  email: string
  input: ReturnType<ReturnType<typeof useApiForm<{ code?: string }, object>>['register']>
  error: string | undefined
}

/** For a person without a password: six digits, sent by email on request. */
function MailedCode({ email, input, error }: MailedCodeProps) {
  const { t } = useTranslation()
  const send = useWrite(sendConfirmationCode)
  return (
    <Field label={t('identity.code')} error={error} help={send.isSuccess ? t('identity.sent', { email }) : undefined}>
      <div className="flex flex-wrap gap-2">
        <TextInput {...input} mono inputMode="numeric" autoComplete="one-time-code" className="min-w-40 flex-1" />
        <Button loading={send.isPending} onClick={() => send.mutate({})}>
          {t(send.isSuccess ? 'identity.sendAgain' : 'identity.send')}
        </Button>
      </div>
    </Field>
  )
}
