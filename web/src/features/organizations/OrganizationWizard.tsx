import { saveApplication } from '@notifly/contracts/applications/applications'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { CHANNEL_LOOKS } from '../../components/channels/channels.ts'
import { type ApiForm, bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { RadioRows } from '../../ui/controls/RadioRows.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { FormColumn, Page } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Steps } from '../../ui/layout/Steps.tsx'
import { type FirstApplication, InviteStep, type Platform } from './InviteStep.tsx'
import { type StoredSetup, type Setup, useStoredSetup } from './stored-setup.ts'
import {
  type OrganizationBody,
  OrganizationFields,
  type OrganizationInput,
  organizationSchema,
} from './OrganizationFields.tsx'

/**
 * Three steps to a working place: the organization, its first application, its people. Only the last one makes anything;
 * what was typed stays while going back, and through a reload.
 */
export function OrganizationWizard({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useTranslation('organizations')
  const { setup, change, note, forget } = useStoredSetup()
  const { step, organization, application, progress } = setup
  const form = useApiForm(organizationSchema, { defaultValues: setup.typed.organization })
  const title = isFirst ? t('wizard.welcome') : t('wizard.title')
  return (
    <Page className="max-w-[calc(var(--w-form)+4rem)]">
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} facts={t('wizard.lead')} />
      <FormColumn>
        <Steps
          current={step}
          onSelect={id => change({ step: id as Setup['step'] })}
          steps={[
            { id: 'organization', label: t('wizard.organization'), done: organization !== undefined },
            {
              id: 'application',
              label: t('wizard.application'),
              done: application !== undefined,
              disabled: organization === undefined,
            },
            { id: 'people', label: t('wizard.people'), disabled: application === undefined },
          ]}
        />
        {step === 'organization' && (
          <OrganizationStep
            form={form}
            // Once it exists, its name is changed on its own page.
            isMade={progress.organizationUuid !== undefined}
            onTyped={note}
            onDone={body => change({ organization: body, step: 'application' })}
          />
        )}
        {/* Hidden and not removed, so that their input stays. */}
        <div hidden={step !== 'application'}>
          <ApplicationStep
            isMade={progress.applicationUuid !== undefined}
            start={setup.typed.application}
            onTyped={note}
            onBack={() => change({ step: 'organization' })}
            onDone={chosen => change({ application: chosen, step: 'people' })}
          />
        </div>
        <div hidden={step !== 'people'}>
          {organization && application && (
            <InviteStep
              organization={organization}
              application={application}
              progress={progress}
              onProgress={made => change({ progress: made })}
              onBack={() => change({ step: 'application' })}
              onFinished={forget}
            />
          )}
        </div>
      </FormColumn>
    </Page>
  )
}

interface OrganizationStepProps {
  form: ApiForm<OrganizationInput, OrganizationBody>
  isMade: boolean
  onTyped: StoredSetup['note']
  onDone: (body: OrganizationBody) => void
}

/** Step one. Continue waits for a valid name. */
function OrganizationStep({ form, isMade, onTyped, onDone }: OrganizationStepProps) {
  const { t } = useTranslation('organizations')
  const isValid = organizationSchema.safeParse(form.watch()).success
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => onTyped({ organization: values as Setup['typed']['organization'] }),
      }),
    [subscribe, onTyped],
  )
  return (
    <form noValidate onSubmit={form.submit(async body => onDone(body))}>
      <Panel>
        <fieldset disabled={isMade}>
          <OrganizationFields form={form} />
        </fieldset>
      </Panel>
      <div className="mt-5 flex justify-end">
        <Button type="submit" variant="primary" disabled={!isValid}>
          {t('wizard.continue')}
        </Button>
      </div>
    </form>
  )
}

const PLATFORMS: readonly Platform[] = ['email', 'whatsapp', 'webpush', 'sms']
const schema = z.pick(bodyOf(saveApplication), { name: true })

interface ApplicationStepProps {
  isMade: boolean
  start: FirstApplication
  onTyped: StoredSetup['note']
  onBack: () => void
  onDone: (application: FirstApplication) => void
}

/** Step two: the application's name and the platform to start with. Continue waits for a name. */
function ApplicationStep({ isMade, start, onTyped, onBack, onDone }: ApplicationStepProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const [platform, setPlatform] = useState(start.platform)
  const form = useApiForm(schema, { defaultValues: { name: start.name } })
  const name = form.watch('name')
  useEffect(() => onTyped({ application: { name, platform } }), [onTyped, name, platform])
  return (
    <form noValidate onSubmit={form.submit(async body => onDone({ ...body, platform }))}>
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
        <Button type="submit" variant="primary" disabled={name.trim() === ''}>
          {t('wizard.continue')}
        </Button>
      </div>
    </form>
  )
}
