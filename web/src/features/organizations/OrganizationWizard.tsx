import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiForm, useApiForm } from '../../components/form/use-api-form.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { FormColumn, Page } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Steps } from '../../ui/layout/Steps.tsx'
import { ApplicationStep } from './ApplicationStep.tsx'
import { InviteStep } from './InviteStep.tsx'
import {
  EMPTY_ORGANIZATION,
  type OrganizationBody,
  OrganizationFields,
  type OrganizationInput,
  organizationSchema,
} from './OrganizationFields.tsx'
import type { FirstApplication, Progress } from './set-up.ts'

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
