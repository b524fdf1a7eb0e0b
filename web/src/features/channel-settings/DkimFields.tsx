import type { AnySettings } from '@notifly/contracts/channel-settings/form'
import { SMTP } from '@notifly/contracts/channel-settings/smtp'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { canGenerateKeys, generatePrivateKey } from './private-keys.ts'
import { SettingRow } from './SettingRow.tsx'
import type { Saved } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

interface DkimRecord {
  name: string
  value: string
}

export interface DkimFieldsProps {
  form: SettingsFormState
  saved: Saved | null
  /** What the rejected request says that is being corrected. */
  asked: AnySettings | undefined
  readOnly: boolean
}

/** Signing: domain, selector, private key, and the record that has to stand in DNS once they are saved. */
export function DkimFields({ form, saved, asked, readOnly }: DkimFieldsProps) {
  const { t } = useTranslation('channels')
  const { setValue, getValues, formState } = form
  const { dkim_domain, dkim_selector, dkim_private_key } = SMTP.fields
  const hasError = Object.keys(formState.errors).some(name => name.startsWith('dkim_'))
  const [chosen, setChosen] = useState<boolean>()
  const record = saved?.answer['dkim_record'] as DkimRecord | null | undefined
  const generate = async () => {
    setValue('dkim_private_key', await generatePrivateKey(), { shouldDirty: true })
    const sender: unknown = getValues('sender_email')
    const domain = typeof sender === 'string' ? (sender.split('@')[1] ?? '') : ''
    if (!getValues('dkim_domain')) setValue('dkim_domain', domain, { shouldDirty: true })
    if (!getValues('dkim_selector')) setValue('dkim_selector', 'notifly', { shouldDirty: true })
  }
  const row = { form, stored: saved?.settings, asked, readOnly }
  return (
    <Disclosure title={t('dkim.title')} open={hasError || (chosen ?? Boolean(record))} onOpenChange={setChosen}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <p className="text-ink-2 sm:col-span-2">{t('dkim.lead')}</p>
        <div data-info="dkim_domain">
          <SettingRow {...row} name="dkim_domain" field={dkim_domain} />
        </div>
        <div data-info="dkim_selector">
          <SettingRow {...row} name="dkim_selector" field={dkim_selector} />
        </div>
        <div data-info="dkim_private_key" className="sm:col-span-2">
          <SettingRow
            {...row}
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
