import { InvitationLink, InvitedPerson, readInvitation } from '@notifly/contracts/members/members'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ApiError } from '../../../api/api-error.ts'
import { useRead } from '../../../api/queries.ts'
import { signOut } from '../../../api/session.ts'
import { setFlags } from '../../../api/signals.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { useSession } from '../../../components/session/use-session.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { AuthCard } from '../../../components/session/AuthCard.tsx'
import { withConfirmation } from '../../../components/session/confirmed-password.ts'
import { ExistingUserForm } from './ExistingUserForm.tsx'
import { InviteActions } from './InviteActions.tsx'
import { type InviteFormProps, useAcceptInvitation } from './use-accept-invitation.ts'

const DIFFERENT_USER = 1083

/** What the failures of a link tell beside their code. */
const invited = z.pick(InvitationLink, { email: true })

/** Where the link of an invitation leads: joining with a new account, with the one of the address, or as who is signed in. */
export function InvitePage() {
  const { t } = useTranslation('invitation')
  const { id } = useParams({ strict: false }) as { id: string }
  const [isOver, setOver] = useState(false)
  // After signing out or in here the answer is read anew.
  const isSignedIn = useSession() !== undefined
  // Once it is accepted the link is used up: asking again would only say so.
  const { data, error, refetch } = useRead(readInvitation, { params: { token: id } }, { enabled: !isOver })
  const accept = useAcceptInvitation(id, () => setOver(true))
  if (error?.code === DIFFERENT_USER) return <AccountMismatch invited={addressIn(error)} />
  if (error?.status === 404) return <Unknown />
  if (error) return <ReadFailure error={error} title={t('failed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingSkeleton />
  return <Form invitation={data} isSignedIn={isSignedIn} entrance={accept} onKnown={() => void refetch()} />
}

interface FormProps extends InviteFormProps {
  isSignedIn: boolean
  onKnown: () => void
}

function Form({ isSignedIn, onKnown, ...props }: FormProps) {
  const { t } = useTranslation('invitation')
  const { organization_name: organization, inviter_name: inviter, user_exist: isKnown } = props.invitation
  return (
    <AuthCard title={t('title', { organization })} lead={inviter === '' ? t('leadNobody') : t('lead', { inviter })}>
      {isSignedIn && <JoinForm {...props} />}
      {!isSignedIn && isKnown && <ExistingUserForm {...props} />}
      {!isSignedIn && !isKnown && <NewUserForm {...props} onKnown={onKnown} />}
    </AuthCard>
  )
}

function addressIn(error: ApiError): string | undefined {
  const told = invited.safeParse(error.data)
  return told.success ? told.data.email : undefined
}

/** The link was cut on its way, or is none of ours. */
function Unknown() {
  const { t } = useTranslation(['invitation', 'accounts'])
  return (
    <AuthCard title={t('unknown.title')} lead={t('unknown.text')}>
      <Link href={paths.signIn()}>{t('accounts:backToSignIn')}</Link>
    </AuthCard>
  )
}

function LoadingSkeleton() {
  const { t } = useTranslation('invitation')
  return (
    <AuthCard title={t('tab')} lead="">
      <LoadingNote />
      <div className="flex flex-col gap-4">
        {[1, 2, 3].map(each => (
          <Skeleton key={each} height="2.5rem" />
        ))}
      </div>
    </AuthCard>
  )
}

const nothing = z.object({})

/** For the invited person when they are signed in already: one click. */
function JoinForm({ invitation, entrance }: InviteFormProps) {
  const { t } = useTranslation(['invitation', 'accounts'])
  const form = useApiForm(nothing, {})
  return (
    <form noValidate onSubmit={form.submit(() => entrance({}))} className="flex flex-col gap-4">
      <FormFailure error={form.failure} />
      <Field label={t('accounts:email')}>
        <TextInput value={invitation.email} size="lg" type="email" readOnly />
      </Field>
      <InviteActions submit={t('join')} loading={form.formState.isSubmitting} cancel={paths.applications()} />
    </form>
  )
}

const schema = withConfirmation(InvitedPerson)

/** For an address without an account: makes it and joins. */
function NewUserForm({ invitation, entrance, onKnown }: InviteFormProps & { onKnown: () => void }) {
  const { t } = useTranslation(['invitation', 'accounts'])
  const form = useApiForm(schema, { defaultValues: { name: '', password: '', confirm: '' } })
  const { register, errorOf, failure, formState } = form
  const create = form.submit(async ({ name, password }) => {
    try {
      await entrance({ name, password })
    } catch (error) {
      // An account with this address was made in the meantime.
      if (error instanceof ApiError && error.status === 409) onKnown()
      throw error
    }
  })
  return (
    <form noValidate onSubmit={create} className="flex flex-col gap-4">
      <FormFailure error={failure} />
      <Field label={t('accounts:name')} error={errorOf('name')}>
        <TextInput {...register('name')} size="lg" autoComplete="name" maxLength={100} autoFocus />
      </Field>
      <Field label={t('accounts:email')}>
        <TextInput value={invitation.email} size="lg" type="email" readOnly autoComplete="username" />
      </Field>
      <Field label={t('accounts:password')} help={t('accounts:passwordHelp')} error={errorOf('password')}>
        <PasswordInput {...register('password')} size="lg" autoComplete="new-password" />
      </Field>
      <Field label={t('accounts:confirm')} error={errorOf('confirm')}>
        <PasswordInput {...register('confirm')} size="lg" autoComplete="new-password" />
      </Field>
      <InviteActions submit={t('create')} loading={formState.isSubmitting} />
    </form>
  )
}

/** The invitation is for another account than the one that is signed in. Signing out here brings the form up. */
function AccountMismatch({ invited }: { invited: string | undefined }) {
  const { t } = useTranslation(['invitation', 'common'])
  const email = useSession()?.email
  const [isChanging, setChanging] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const change = async () => {
    setChanging(true)
    try {
      await signOut()
      setFlags({ pageError: undefined })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      setChanging(false)
    }
  }
  return (
    <AuthCard title={t('mismatch.title')} lead="">
      <div className="flex flex-col gap-4">
        {failure && (
          <Alert tone="danger" live>
            {translateSentence(failure)}
          </Alert>
        )}
        {email !== undefined && (
          <p className="wrap-anywhere text-ink-2">
            <Trans
              t={t}
              i18nKey="mismatch.text"
              values={{ email, invited }}
              components={{ b: <bdi className="font-medium text-ink" /> }}
            />
          </p>
        )}
        <div className="flex flex-col gap-2">
          <Button variant="primary" size="lg" block loading={isChanging} onClick={() => void change()}>
            {t('mismatch.change')}
          </Button>
          <ButtonLink href={paths.applications()} size="lg" block onClick={() => setFlags({ pageError: undefined })}>
            {t('common:ui.cancel')}
          </ButtonLink>
        </div>
      </div>
    </AuthCard>
  )
}
