import { type EmailConfiguration, KEPT_SECRET } from '@notifly/contracts/channel-settings'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { canGenerateKeys, generatePrivateKey } from './dkim-key.ts'
import type { EmailFormState } from './SenderFields.tsx'

/** Signing: domain, selector, private key, and the record that has to stand in DNS once they are saved. */
export function DkimFields({ form, saved }: { form: EmailFormState; saved: EmailConfiguration | null }) {
  const { t } = useTranslation('channels')
  const { register, errorOf, formState, setValue, getValues } = form
  const { dkim_domain, dkim_selector, dkim_private_key } = formState.errors
  const hasError = Boolean(dkim_domain ?? dkim_selector ?? dkim_private_key)
  const [chosen, setChosen] = useState<boolean>()
  const record = saved?.dkim_record
  const generate = async () => {
    setValue('dkim_private_key', await generatePrivateKey(), { shouldDirty: true, shouldValidate: true })
    const domain = getValues('sender_email').split('@')[1] ?? ''
    if (!getValues('dkim_domain')) setValue('dkim_domain', domain, { shouldDirty: true })
    if (!getValues('dkim_selector')) setValue('dkim_selector', 'notifly', { shouldDirty: true })
  }
  return (
    <Disclosure title={t('dkim.title')} open={hasError || (chosen ?? Boolean(record))} onOpenChange={setChosen}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <p className="text-ink-2 sm:col-span-2">{t('dkim.lead')}</p>
        <div data-info="dkim_domain">
          <Field label={t('dkim.domain')} error={errorOf('dkim_domain')}>
            <TextInput {...register('dkim_domain')} dir="ltr" spellCheck={false} maxLength={253} />
          </Field>
        </div>
        <div data-info="dkim_selector">
          <Field label={t('dkim.selector')} error={errorOf('dkim_selector')}>
            <TextInput {...register('dkim_selector')} dir="ltr" spellCheck={false} maxLength={63} />
          </Field>
        </div>
        <div data-info="dkim_private_key" className="sm:col-span-2">
          <Field
            label={t('dkim.key')}
            error={errorOf('dkim_private_key')}
            help={t('dkim.keyHelp')}
            end={
              canGenerateKeys() && (
                <Button size="sm" variant="ghost" icon={KeyRound} onClick={() => void generate()}>
                  {t('dkim.generate')}
                </Button>
              )
            }
          >
            <Textarea
              {...register('dkim_private_key')}
              mono
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              className="max-h-48"
              onFocus={event => event.currentTarget.value === KEPT_SECRET && event.currentTarget.select()}
            />
          </Field>
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
