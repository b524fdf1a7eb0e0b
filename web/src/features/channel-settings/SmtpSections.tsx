import { SMTP } from '@notifly/contracts/channel-settings/smtp'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { canGenerateKeys, generatePrivateKey } from './private-keys.ts'
import { SettingRow } from './SettingRow.tsx'
import { useSettings } from './use-settings-form.ts'

/** The sections of an SMTP server that have a manner of their own. */

interface DkimRecord {
  name: string
  value: string
}

/** Signing: domain, selector, private key, and the record to add to DNS once they are saved. */
export function DkimFields() {
  const { t } = useTranslation('channels')
  const { form, stored } = useSettings()
  const { setValue, getValues, formState } = form
  const { dkim_domain, dkim_selector, dkim_private_key } = SMTP.fields
  const hasError = Object.keys(formState.errors).some(name => name.startsWith('dkim_'))
  const [chosen, setChosen] = useState<boolean>()
  const record = stored?.['dkim_record'] as DkimRecord | null | undefined
  const generate = async () => {
    setValue('dkim_private_key', await generatePrivateKey(), { shouldDirty: true })
    const sender: unknown = getValues('sender_email')
    const domain = typeof sender === 'string' ? (sender.split('@')[1] ?? '') : ''
    if (!getValues('dkim_domain')) setValue('dkim_domain', domain, { shouldDirty: true })
    if (!getValues('dkim_selector')) setValue('dkim_selector', 'notifly', { shouldDirty: true })
  }
  return (
    <Disclosure title={t('dkim.title')} open={hasError || (chosen ?? Boolean(record))} onOpenChange={setChosen}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <p className="text-ink-2 sm:col-span-2">{t('dkim.lead')}</p>
        <div data-info="dkim_domain">
          <SettingRow name="dkim_domain" field={dkim_domain} />
        </div>
        <div data-info="dkim_selector">
          <SettingRow name="dkim_selector" field={dkim_selector} />
        </div>
        <div data-info="dkim_private_key" className="sm:col-span-2">
          <SettingRow
            name="dkim_private_key"
            field={dkim_private_key}
            help={t('dkim.keyHelp')}
            end={
              canGenerateKeys() && (
                <Button key="make" size="sm" variant="ghost" icon={KeyRound} onClick={() => void generate()}>
                  {t('dkim.generate')}
                </Button>
              )
            }
          />
        </div>
        {record && (
          <div className="flex min-w-0 flex-col gap-2 sm:col-span-2">
            <p className="font-medium">{t('dkim.record')}</p>
            <CodeBlock code={record.name} copy label={t('dkim.recordName')} />
            <CodeBlock code={record.value} copy label={t('dkim.recordValue')} />
            <p className="text-12 text-muted">{t('dkim.recordHelp')}</p>
          </div>
        )}
      </div>
    </Disclosure>
  )
}

interface CaCertificate {
  subject: string
  fingerprint: string
  valid_until: number
}

/** The authority that alone is trusted with the server's certificate, and which ones are stored. */
export function CaFields() {
  const { t } = useTranslation('channels')
  const { form, stored } = useSettings()
  const { longDate } = useDisplay(useZone())
  const [chosen, setChosen] = useState<boolean>()
  const hasError = form.formState.errors['ca_certificate'] !== undefined
  const trusted = (stored?.['ca_certificates'] ?? []) as readonly CaCertificate[]
  return (
    <Disclosure title={t('ca.title')} open={hasError || (chosen ?? trusted.length > 0)} onOpenChange={setChosen}>
      <div className="flex flex-col gap-4 p-4" data-info="ca_certificate">
        <p className="text-ink-2">{t('ca.lead')}</p>
        <SettingRow name="ca_certificate" field={SMTP.fields.ca_certificate} />
        {trusted.map(({ subject, fingerprint, valid_until }) => (
          <dl key={fingerprint} className="grid gap-x-4 gap-y-1 text-12 sm:grid-cols-[max-content_1fr]">
            <dt className="text-muted">{t('ca.subject')}</dt>
            <dd className="wrap-anywhere">{subject}</dd>
            <dt className="text-muted">{t('ca.fingerprint')}</dt>
            <dd className="font-mono wrap-anywhere" dir="ltr">
              {fingerprint}
            </dd>
            <dt className="text-muted">{t('ca.validUntil')}</dt>
            <dd>{longDate(valid_until)}</dd>
          </dl>
        ))}
      </div>
    </Disclosure>
  )
}
