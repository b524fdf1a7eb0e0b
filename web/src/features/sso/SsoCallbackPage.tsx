import { type UserDetails, resendVerification } from '@notifly/contracts/accounts/accounts'
import { text } from '@notifly/contracts/fields'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { setSignedInUser } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { CodeField } from '../../components/session/CodeField.tsx'
import { type Trip, currentTrip } from '../../components/sso/trip.ts'
import { currentLocale } from '../../locales/i18n.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { withLocale } from '../../locales/url-locale.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { AuthCard } from '../../components/session/AuthCard.tsx'
import { type Callback, type Outcome, finishSso, giveCode } from './finish-sso.ts'
import { useWrite } from '../../api/queries.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'

/** Where providers send people back to. Failures are quiet: back to the sign-in page with one modest line. */
export function SsoCallbackPage() {
  const { t } = useTranslation('accounts')
  const search = useSearch({ strict: false }) as Callback
  const outcome = useOutcome(search)
  useNextPage(outcome)
  if (outcome?.kind === 'verify') return <UnverifiedCard {...outcome} />
  if (outcome?.kind === 'code') return <CodeForm {...outcome} onSignedIn={setSignedInUser} />
  return (
    <AuthCard title={t('sso.title')} lead={t('sso.lead')}>
      <div className="flex flex-col items-start gap-4">
        <Spinner size={20} />
        <Link href={paths.signIn()}>{t('backToSignIn')}</Link>
      </div>
    </AuthCard>
  )
}

/** Undefined while the trip is worked off, which happens once however often the page is drawn. */
function useOutcome(search: Callback): Outcome | undefined {
  const [outcome, setOutcome] = useState<Outcome>()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const trip = currentTrip()
    // The provider knows one address only; the page is shown in the language in which the trip began.
    if (trip !== undefined && trip.locale !== currentLocale()) return changeLanguage(trip)
    void finishSso(search).then(found => {
      if (found.kind === 'signed-in') setSignedInUser(found.user)
      setOutcome(found)
    })
  }, [search])
  return outcome
}

function changeLanguage({ locale }: Trip): void {
  window.location.replace(withLocale(locale, paths.ssoCallback()) + window.location.search)
}

/** Leads on from an outcome that has no page of its own. The guard knows where a signed-in person wanted to go. */
function useNextPage(outcome: Outcome | undefined): void {
  const { t } = useTranslation('accounts')
  const goTo = useGoTo()
  useEffect(() => {
    if (outcome === undefined || outcome.kind === 'verify' || outcome.kind === 'code') return
    const { trip } = outcome
    const provider = trip === undefined ? '' : trip.option.name
    const isConnecting = trip?.purpose === 'connect'
    const target = isConnecting ? paths.settings() : paths.signIn(trip?.redirect)
    if (outcome.kind === 'connected') announce({ tone: 'success', message: t('sso.connected', { provider }) })
    if (outcome.kind !== 'failed') return void goTo(target, { replace: true })
    const said = outcome.error === undefined ? undefined : translateSentence(outcome.error)
    const text = said ?? (trip === undefined ? t('sso.lost') : t('sso.failed', { provider }))
    if (isConnecting) announce({ tone: 'danger', message: text })
    void goTo(target, { replace: true, ...(!isConnecting && { notice: { tone: 'info' as const, text } }) })
  }, [outcome, goTo, t])
}

const schema = z.object({ otp: text(20) })

interface CodeFormProps {
  ticket: string
  trip: Trip
  onSignedIn: (user: UserDetails) => void
}

/** The provider has vouched for the person; the second factor of the account is still asked for. */
function CodeForm({ ticket, trip, onSignedIn }: CodeFormProps) {
  const { t } = useTranslation('accounts')
  const goTo = useGoTo()
  const { register, errorOf, failure, submit, formState } = useApiForm(schema, { defaultValues: { otp: '' } })
  const { provider } = trip.option
  const send = submit(async ({ otp }) => {
    onSignedIn(await giveCode(provider, ticket, otp))
    await goTo(paths.signIn(trip.redirect), { replace: true })
  })
  return (
    <AuthCard title={t('sso.title')} lead={t('sso.codeLead', { provider: trip.option.name })}>
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        <FormFailure error={failure} />
        <CodeField {...register('otp')} size="lg" error={errorOf('otp')} />
        <Button type="submit" variant="primary" size="lg" block loading={formState.isSubmitting}>
          {t('signIn.submit')}
        </Button>
        <Link href={paths.signIn(trip.redirect)}>{t('backToSignIn')}</Link>
      </form>
    </AuthCard>
  )
}

/** The first page for a person whose provider does not vouch for the address: our own email has to prove it. */
function UnverifiedCard({ email, trip }: { email: string; trip: Trip }) {
  const { t } = useTranslation('accounts')
  const resend = useWrite(resendVerification, { success: 'silent', failure: 'form' })
  const provider = trip.option.name
  return (
    <AuthCard title={t('sso.verifyTitle')} lead={t('sso.verifyLead', { provider })}>
      <div className="flex flex-col gap-4">
        <p>
          <Trans
            t={t}
            i18nKey="sso.verifyText"
            values={{ email, provider }}
            components={{ b: <bdi className="font-medium wrap-anywhere" /> }}
          />
        </p>
        {resend.isSuccess && (
          <Alert tone="success" live>
            {t('resend.sent', { email })}
          </Alert>
        )}
        {resend.error && (
          <Alert tone="danger" live>
            {translateSentence(resend.error)}
          </Alert>
        )}
        <Button size="lg" block loading={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
          {t('resend.action')}
        </Button>
        <Link href={paths.signIn(trip.redirect)}>{t('backToSignIn')}</Link>
      </div>
    </AuthCard>
  )
}
