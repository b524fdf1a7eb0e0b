import { listSsoProviders, type SsoOption } from '@notifly/contracts/sso/sso'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unreachable } from '../../api/api-error.ts'
import { useRead } from '../../api/queries.ts'
import { announceFailure } from '../../api/signals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { lazyView } from '../../ui/lazy-view.tsx'
import { ProviderIcon } from './ProviderIcon.tsx'

const NONE: SsoOption[] = []
const PartFailure = lazyView(async () => (await import('../states/PartFailure.tsx')).PartFailure)

interface Wishes {
  redirect?: string | undefined
  /** The token of a verification link that this sign-in confirms. */
  verification?: string | undefined
}

/** The providers that can be used instead of the form above; nothing if none are set up. They stand last, so that a late list moves nothing. */
export function ProviderButtons({ redirect, verification }: Wishes) {
  const { t } = useTranslation('accounts')
  const { data = NONE, error, refetch } = useRead(listSsoProviders, {})
  const [leavingFor, setLeavingFor] = useState<SsoOption>()
  if (error && data === NONE) {
    return (
      <Suspense>
        <PartFailure className="mt-4" error={error} title={t('sso.listFailed')} onRetry={() => void refetch()} />
      </Suspense>
    )
  }
  if (data.length === 0) return null

  const leave = async (option: SsoOption) => {
    setLeavingFor(option)
    try {
      await start(option, { redirect, verification })
    } catch (error) {
      announceFailure(error)
      setLeavingFor(undefined)
    }
  }
  return (
    <>
      <div className="my-4 flex items-center gap-3 text-12 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('sso.or')}
      </div>
      <div className="flex flex-col gap-2">
        {data.map(option => (
          <Button
            key={option.provider}
            size="lg"
            block
            loading={leavingFor === option}
            aria-disabled={leavingFor !== undefined}
            onClick={() => void (leavingFor ?? leave(option))}
          >
            {leavingFor !== option && <ProviderIcon provider={option.provider} />}
            {t('sso.continue', { provider: option.name })}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Providers redirect people to one address only: visitors who used another name of this machine are sent to that one first. */
async function start(option: SsoOption, wishes: Wishes): Promise<void> {
  const home = new URL(option.redirect_uri).origin
  if (home !== window.location.origin) {
    return window.location.assign(home + window.location.pathname + window.location.search)
  }
  // Most people sign in by the form above.
  const { beginTrip } = await import('./trip.ts').catch((cause: unknown) => {
    throw unreachable('GET', window.location.pathname, cause)
  })
  return beginTrip(option, 'sign-in', wishes)
}
