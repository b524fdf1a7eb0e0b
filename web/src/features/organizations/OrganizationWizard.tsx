import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { FormColumn, Page } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { ApplicationStep } from './ApplicationStep.tsx'
import { EMPTY_ORGANIZATION, type OrganizationBody, organizationSchema } from './OrganizationFields.tsx'
import { OrganizationStep } from './OrganizationStep.tsx'
import type { Progress } from './set-up.ts'

type StepId = 'organization' | 'application'

/** Two steps to a working place: the organization, then its first application. What was typed stays while going back. */
export function OrganizationWizard({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useTranslation('organizations')
  const [step, setStep] = useState<StepId>('organization')
  const [organization, setOrganization] = useState<OrganizationBody>()
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
            { id: 'application', label: t('wizard.application'), disabled: organization === undefined },
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
        {/* Hidden and not removed, so that its input stays. */}
        <div hidden={step !== 'application'}>
          {organization && (
            <ApplicationStep
              organization={organization}
              progress={progress}
              onProgress={setProgress}
              onBack={() => setStep('organization')}
            />
          )}
        </div>
      </FormColumn>
    </Page>
  )
}
