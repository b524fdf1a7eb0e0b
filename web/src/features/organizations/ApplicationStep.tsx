import { saveApplication } from '@notifly/contracts/applications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { CHANNEL_LOOKS, setUpPath } from '../../components/channels/channels.ts'
import { bodyOf } from '../../components/form/body-of.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RadioRows } from '../../ui/RadioRows.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { OrganizationBody } from './OrganizationFields.tsx'
import { type Platform, type Progress, setUpOrganization } from './set-up.ts'

const PLATFORMS: readonly Platform[] = ['email', 'whatsapp', 'webpush', 'sms']
const schema = z.pick(bodyOf(saveApplication), { name: true })

export interface ApplicationStepProps {
  organization: OrganizationBody
  progress: Progress
  onProgress: (progress: Progress) => void
  onBack: () => void
}

/** Step two: the application's name and the platform to start with. Continue makes both and opens that platform. */
export function ApplicationStep({ organization, progress, onProgress, onBack }: ApplicationStepProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const goTo = useGoTo()
  const [platform, setPlatform] = useState<Platform>('email')
  const form = useApiForm(schema, { defaultValues: { name: '' } })
  const finish = form.submit(async ({ name }) => {
    const slug = await setUpOrganization({ organization, applicationName: name, progress, onProgress })
    await goTo(setUpPath(slug, platform), { replace: true })
  })
  return (
    <form noValidate onSubmit={finish}>
      <FormFailure error={form.failure} />
      <Panel>
        <div className="flex flex-col gap-4">
          <Field label={t('wizard.name')} help={t('wizard.nameHelp')} error={form.errorOf('name')}>
            <TextInput {...form.register('name')} maxLength={100} />
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
        <Button
          type="submit"
          variant="primary"
          disabled={form.watch('name').trim() === ''}
          loading={form.formState.isSubmitting}
        >
          {t('wizard.continue')}
        </Button>
      </div>
    </form>
  )
}
