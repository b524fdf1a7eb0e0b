import { saveApplication } from '@notifly/contracts/applications/applications'
import { useState } from 'react'
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
import { type FirstApplication, InviteStep, type Platform, type Progress } from './InviteStep.tsx'
import {
  EMPTY_ORGANIZATION,
  type OrganizationBody,
  OrganizationFields,
  type OrganizationInput,
  organizationSchema,
} from './OrganizationFields.tsx'

type StepId = 'organization' | 'application' | 'people'

/**
 * Three steps to a working place: the organization, its first application, its people. Only the last one makes anything;
 * what was typed stays while going back.
 */
export function OrganizationWizard({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useTranslation('organizations')
  const [step, setStep] = useState<StepId>('organization')
  const [organization, setOrganization] = useState<OrganizationBody>()
  const [application, setApplication] = useState<FirstApplication>()
  const [progress, setProgress] = useState<Progress>({})
  const form = useApiForm(organizationSchema, { defaultValues: EMPTY_ORGANIZATION })
  const title = isFirst ? t('wizard.welcome') : t('wizard.title')
  return (
    <Page className="max-w-[calc(var(--w-form)+4rem)]">
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} facts={t('wizard.lead')} />
      <FormColumn>
        <Steps
          current={step}
          onSelect={id => setStep(id as StepId)}
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
            onDone={body => {
              setOrganization(body)
              setStep('application')
            }}
          />
        )}
        {/* Hidden and not removed, so that their input stays. */}
        <div hidden={step !== 'application'}>
          <ApplicationStep
            isMade={progress.applicationUuid !== undefined}
            onBack={() => setStep('organization')}
            onDone={chosen => {
              setApplication(chosen)
              setStep('people')
            }}
          />
        </div>
        <div hidden={step !== 'people'}>
          {organization && application && (
            <InviteStep
              organization={organization}
              application={application}
              progress={progress}
              onProgress={setProgress}
              onBack={() => setStep('application')}
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
  onDone: (body: OrganizationBody) => void
}

/** Step one. Continue waits for a valid name. */
function OrganizationStep({ form, isMade, onDone }: OrganizationStepProps) {
  const { t } = useTranslation('organizations')
  const isValid = organizationSchema.safeParse(form.watch()).success
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
  onBack: () => void
  onDone: (application: FirstApplication) => void
}

/** Step two: the application's name and the platform to start with. Continue waits for a name. */
function ApplicationStep({ isMade, onBack, onDone }: ApplicationStepProps) {
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
