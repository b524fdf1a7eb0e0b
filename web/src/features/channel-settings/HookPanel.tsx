import { CONFIGURATION_CALLS, type ConfigurationCalls } from '@notifly/contracts/channel-settings/channel-settings'
import { CHANNEL_FORMS, formOf, type SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import { readInstallation } from '@notifly/contracts/operator/installation'
import { ExternalLink, FlaskConical, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { sandboxConsole } from './sandbox-values.ts'
import type { Saved } from './use-settings-form.ts'

export interface HookPanelProps {
  channel: SettingsChannel
  saved: Saved | null
  mayChange: boolean
}

/** Where the provider reports to, and what else has to be entered there; for those who may change the settings. */
export function HookPanel({ channel, saved, mayChange }: HookPanelProps) {
  const { t, i18n } = useTranslation('channels')
  const [asking, setAsking] = useState(false)
  const calls: ConfigurationCalls = CONFIGURATION_CALLS[channel]
  const mayKnow = useCan(CHANNEL_FORMS[channel].activity, 'update')
  const address = saved?.state.hook_url
  if (!saved || !address || !mayKnow) return null
  const { type, settings } = saved
  const words = i18n.exists(`channels:hook.text.${type}`) ? `hook.text.${type}` : 'hook.text.other'
  return (
    <Panel title={t('hook.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t(words)}</p>
        {type === 'cloud_api' && settings['app_secret'] === undefined && (
          <Alert tone="warning">{t('hook.noAppSecret')}</Alert>
        )}
        {type === 'Karix' && saved.state.awaits_reports === true && (
          <Alert tone="warning">{t('hook.noReports', { provider: type })}</Alert>
        )}
        <AtSandbox address={address} saved={saved} />
        <Shown
          label={t('hook.address')}
          value={address}
          end={
            mayChange && (
              <Button icon={RefreshCw} onClick={() => setAsking(true)}>
                {t('hook.rotate')}
              </Button>
            )
          }
        />
        {formOf(channel, type)?.generated.map(name => (
          <Shown key={name} label={t('hook.verifyToken')} value={String(settings[name])} />
        ))}
      </div>
      <ConfirmWrite
        endpoint={calls.rotateHook}
        input={{}}
        refreshes={[calls.read]}
        open={asking}
        onClose={() => setAsking(false)}
        title={t('hook.rotateTitle')}
        action={t('hook.rotateAction')}
      >
        <p>{t('hook.rotateText')}</p>
      </ConfirmWrite>
    </Panel>
  )
}

/** While the sandbox plays the provider: the way to its page on which the address is entered. */
function AtSandbox({ address, saved: { type, settings } }: { address: string; saved: Saved }) {
  const { t } = useTranslation('channels')
  const { data } = useRead(readInstallation, {})
  const console = data?.sandbox_url && sandboxConsole(data.sandbox_url, type, address, settings)
  if (!console) return null
  return (
    <Alert
      icon={FlaskConical}
      title={t('hook.sandboxTitle')}
      action={
        <ButtonLink size="sm" icon={ExternalLink} href={console} target="_blank">
          {t('hook.sandboxEnter')}
        </ButtonLink>
      }
    >
      {t(type === 'Twilio' ? 'hook.sandboxReplies' : 'hook.sandboxReports')}
    </Alert>
  )
}

/** A value to be copied: it cannot be changed here. */
function Shown({ label, value, end }: { label: string; value: string; end?: ReactNode }) {
  return (
    <Field label={label}>
      <div className="flex flex-wrap gap-2">
        <span className="min-w-0 flex-1 basis-60">
          <TextInput value={value} readOnly dir="ltr" onFocus={event => event.currentTarget.select()} />
        </span>
        <CopyButton text={value} size="md" />
        {end}
      </div>
    </Field>
  )
}

/** What the owner's server and app have to call, for phones to get messages and for us to hear of them. */
export function AppPanel() {
  const { t } = useTranslation('channels')
  const { origin } = window.location
  return (
    <Panel title={t('app.title')}>
      <ol className="flex flex-col gap-4">
        <li className="flex flex-col gap-2">
          <h3 className="font-medium">{t('app.device')}</h3>
          <p className="text-ink-2">{t('app.deviceText')}</p>
          <CodeBlock
            copy
            code={`PUT ${origin}/api/v1/contacts/crm-12/devices
{ "platform": "android", "token": "…", "app_version": "4.2" }`}
          />
        </li>
        <li className="flex flex-col gap-2">
          <h3 className="font-medium">{t('app.receipt')}</h3>
          <p className="text-ink-2">{t('app.receiptText')}</p>
          <CodeBlock
            copy
            code={`POST ${origin}/sdk/v1/event
{ "token": "…", "event": "delivered" }`}
          />
        </li>
      </ol>
    </Panel>
  )
}
