import { readProfile, renewRecoveryCodes, toggleMfa, type Profile } from '@notifly/contracts/accounts/security'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/client.ts'
import { refresh, useWrite } from '../../../api/queries.ts'
import { renewSession } from '../../../api/session.ts'
import { announce } from '../../../api/signals.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { FactorDialog } from './FactorDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpApp } from './SetUpApp.tsx'

const FEW_CODES = 3

type Step = { kind: 'rest' } | { kind: 'set-up'; secret: string; url: string } | { kind: 'codes'; codes: string[] }

/** Two-step sign-in: off, being set up, showing its recovery codes this once, on. */
export function SecondFactorSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation('settings')
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const begin = useWrite(toggleMfa, {
    onDone: ({ data }) => setStep({ kind: 'set-up', secret: data.secret ?? '', url: data.otpauth_url ?? '' }),
  })
  const showCodes = async (codes: string[]) => {
    setStep({ kind: 'codes', codes })
    await changed()
  }
  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onDone={() => setStep({ kind: 'rest' })} />
  if (step.kind === 'set-up') {
    return <SetUpApp {...step} onCodes={showCodes} onCancel={() => setStep({ kind: 'rest' })} />
  }
  if (profile.mfa_enabled) return <IsOn profile={profile} onCodes={showCodes} />
  return (
    <Panel aria-label={t('mfa.title')}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('mfa.off')}</p>
        <Button loading={begin.isPending} onClick={() => begin.mutate({ body: { enable: true } })}>
          {t('mfa.turnOn')}
        </Button>
      </div>
    </Panel>
  )
}

function IsOn({ profile, onCodes }: { profile: Profile; onCodes: (codes: string[]) => Promise<void> }) {
  const { t } = useTranslation('settings')
  const [asked, setAsked] = useState<'newCodes' | 'turnOff'>()
  const { recovery_codes_left: left } = profile
  const close = () => setAsked(undefined)
  const renew = async (otp: string) => onCodes((await call(renewRecoveryCodes, { body: { otp } })).recovery_codes)
  const turnOff = async (otp: string) => {
    await call(toggleMfa, { body: { enable: false, otp } })
    close()
    await changed()
    announce({ tone: 'success', message: t('mfa.turnedOff') })
  }
  return (
    <Panel aria-label={t('mfa.title')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-2">
            <Badge type="light-green" icon={ShieldCheck}>
              {t('mfa.on')}
            </Badge>
            <span className="text-muted">{t('mfa.left', { count: left })}</span>
          </div>
          <Button onClick={() => setAsked('newCodes')}>{t('mfa.newCodes')}</Button>
          <Button onClick={() => setAsked('turnOff')}>{t('mfa.turnOff')}</Button>
        </div>
        {left <= FEW_CODES && <Alert tone="warning">{t('mfa.few')}</Alert>}
      </div>
      {asked && (
        <FactorDialog
          title={t(asked === 'turnOff' ? 'mfa.turnOffTitle' : 'mfa.newCodes')}
          description={t(asked === 'turnOff' ? 'mfa.turnOffText' : 'mfa.newCodesText')}
          action={t(`mfa.${asked}`)}
          onSubmit={asked === 'turnOff' ? turnOff : renew}
          onClose={close}
        />
      )}
    </Panel>
  )
}

/** The page and the session's user both say whether it is on. */
async function changed(): Promise<void> {
  await Promise.all([refresh(readProfile), renewSession()])
}
