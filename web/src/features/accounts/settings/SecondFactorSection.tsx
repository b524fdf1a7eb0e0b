import { type Profile, readProfile, renewRecoveryCodes, toggleMfa } from '@notifly/contracts/accounts/security'
import { text } from '@notifly/contracts/fields'
import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../api/client.ts'
import { saveFile } from '../../../api/download.ts'
import { refresh, useWrite } from '../../../api/queries.ts'
import { renewSession } from '../../../api/session.ts'
import { announce } from '../../../api/signals.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { CodeField } from '../../../components/session/CodeField.tsx'
import { useUser } from '../../../components/session/use-session.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { SetUpApp } from './SetUpApp.tsx'

const FEW_CODES = 3

type Step = { kind: 'rest' } | { kind: 'set-up'; secret: string; url: string } | { kind: 'codes'; codes: string[] }

/** Two-step sign-in: off, being set up, showing its recovery codes once, on. */
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

/** Both the profile and the session's user contain whether it is on. */
async function changed(): Promise<void> {
  await Promise.all([refresh(readProfile), renewSession()])
}

/** Recovery codes for a lost app, shown only once: they can be copied or downloaded. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('settings')
  const { email } = useUser()
  const text = codes.join('\n')
  const download = () => {
    const content = `${t('mfa.fileHead', { email })}\n\n${text}\n`
    saveFile(new Blob([content], { type: 'text/plain' }), 'notifly-recovery-codes.txt')
  }
  return (
    <Panel title={t('mfa.codes')}>
      <LeaveGuard dirty />
      <div className="flex flex-col gap-4">
        <Alert tone="warning" live>
          {t('mfa.codesOnce')}
        </Alert>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-2 bg-sunken p-4 font-mono sm:grid-cols-[repeat(2,max-content)]">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton text={text} size="md" />
          <Button icon={Download} onClick={download}>
            {t('mfa.download')}
          </Button>
          <Button variant="primary" className="ms-auto" onClick={onDone}>
            {t('mfa.kept')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

const schema = z.object({ otp: text(20) })

interface FactorDialogProps {
  title: string
  description: string
  action: string
  onSubmit: (otp: string) => Promise<void>
  onClose: () => void
}

/** Asks for a code of the second factor before it is changed. */
function FactorDialog({ title, description, action, onSubmit, onClose }: FactorDialogProps) {
  const form = useApiForm(schema, { defaultValues: { otp: '' } })
  const send = form.submit(({ otp }) => onSubmit(otp))
  return (
    <FormDialog form={form} onClose={onClose} title={title} description={description} onSubmit={send} action={action}>
      <CodeField {...form.register('otp')} error={form.errorOf('otp')} />
    </FormDialog>
  )
}
