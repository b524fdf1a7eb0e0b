import { useTranslation } from 'react-i18next'
import type { ApiForm } from '../../components/form/use-api-form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import {
  OrganizationFields,
  type OrganizationBody,
  type OrganizationInput,
  organizationSchema,
} from './OrganizationFields.tsx'

export interface OrganizationStepProps {
  form: ApiForm<OrganizationInput, OrganizationBody>
  isMade: boolean
  onDone: (body: OrganizationBody) => void
}

/** Step one. Continue waits for a valid name. */
export function OrganizationStep({ form, isMade, onDone }: OrganizationStepProps) {
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
