import { saveApplication } from '@notifly/contracts/applications/applications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { CHANNEL_LOOKS } from '../../components/channels/channels.ts'
import { bodyOf } from '../../components/form/body-of.ts'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { FirstApplication, Platform } from './set-up.ts'

const PLATFORMS: readonly Platform[] = ['email', 'whatsapp', 'webpush', 'sms']
const schema = z.pick(bodyOf(saveApplication), { name: true })

export interface ApplicationStepProps {
  isMade: boolean
  onBack: () => void
  onDone: (application: FirstApplication) => void
}

/** Step two: the application's name and the platform to start with. Continue waits for a name. */
export function ApplicationStep({ isMade, onBack, onDone }: ApplicationStepProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const [platform, setPlatform] = useState<Platform>('email')
  const form = useApiForm(schema, { defaultValues: { name: '' } })
  return (
    <form noValidate onSubmit={form.submit(async ({ name }) => onDone({ name, platform }))}>
      <Panel>
        <div className="flex flex-col gap-4">
          <Field label={t('wizard.name')} help={t('wizard.nameHelp')} error={form.errorOf('name')}>
            <TextInput {...form.register('name')} maxLength={100} readOnly={isMade} />
          </Field>
          <Field label={t('wizard.platform')}>
            <RadioRows
              value={platform}
              onChange={setPlatform}
              rows={PLATFORMS.map(each => ({
                value: each,
                title: (
                  <span className="flex items-center gap-2">
                    <Icon of={CHANNEL_LOOKS[each].icon} size={14} className={CHANNEL_LOOKS[each].ink} />
                    {t(`common:channel.${each}`)}
                  </span>
                ),
                help: t(`wizard.platforms.${each}`),
              }))}
            />
          </Field>
        </div>
      </Panel>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onBack}>{t('wizard.back')}</Button>
        <Button type="submit" variant="primary" disabled={form.watch('name').trim() === ''}>
          {t('wizard.continue')}
        </Button>
      </div>
    </form>
  )
}
