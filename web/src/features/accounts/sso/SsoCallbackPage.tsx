import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adoptUser } from '../../../api/session.ts'
import { announce } from '../../../api/signals.ts'
import { useGoTo } from '../../../components/navigation/use-pages.ts'
import { AuthCard } from '../AuthCard.tsx'
import { currentTrip, type Trip } from '../../../components/sso/trip.ts'
import { currentLocale } from '../../../locales/i18n.ts'
import { say } from '../../../locales/say.ts'
import { withLocale } from '../../../locales/url-locale.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { type Callback, comeBack, type Outcome } from './come-back.ts'
import { CodeForm } from './CodeForm.tsx'
import { UnverifiedCard } from './UnverifiedCard.tsx'

/** Where providers send people back to. Failures are quiet: back to the sign-in page with one modest line. */
export function SsoCallbackPage() {
  const { t } = useTranslation('accounts')
  const search = useSearch({ strict: false }) as Callback
  const outcome = useOutcome(search)
  useNextPage(outcome)
  if (outcome?.kind === 'verify') return <UnverifiedCard {...outcome} />
  if (outcome?.kind === 'code') return <CodeForm {...outcome} onSignedIn={adoptUser} />
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
    void comeBack(search).then(found => {
      if (found.kind === 'signed-in') adoptUser(found.user)
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
    const said = outcome.error === undefined ? undefined : say(outcome.error)
    const text = said ?? (trip === undefined ? t('sso.lost') : t('sso.failed', { provider }))
    if (isConnecting) announce({ tone: 'danger', message: text })
    void goTo(target, { replace: true, ...(!isConnecting && { notice: { tone: 'info' as const, text } }) })
  }, [outcome, goTo, t])
}
