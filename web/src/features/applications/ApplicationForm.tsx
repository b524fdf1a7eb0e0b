import {
  type Application,
  listApplicationStats,
  readApplication,
  saveApplication,
} from '@notifly/contracts/applications/applications'
import { listOrganizations, type Organization } from '@notifly/contracts/organizations/organizations'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { localTimeZone } from '../../components/display/time-zones.ts'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { useUser } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { QuietFields, ZoneField } from './ClockFields.tsx'

export interface ApplicationFormProps {
  /** Absent while a new one is made. */
  application: Application | undefined
  /** Those in which the user may save it. */
  organizations: readonly Organization[]
}

/** Name, organization, clock and quiet window of an application. After saving it is the active one. */
export function ApplicationForm({ application, organizations }: ApplicationFormProps) {
  const { t } = useTranslation(['applications', 'common'])
  const goTo = useGoTo()
  const ownOrganization = useUser().organization_uuid
  const form = useApiForm(bodyOf(saveApplication), {
    defaultValues: {
      name: application?.name ?? '',
      organization_uuid: (organizations.find(({ uuid }) => uuid === ownOrganization) ?? organizations[0])?.uuid,
      timezone: application?.timezone ?? localTimeZone(),
      quiet_from: application?.quiet_from ?? '22:00',
      quiet_to: application?.quiet_to ?? '08:00',
      ...(application && { uuid: application.uuid, organization_uuid: application.organization_uuid }),
    },
  })
  const { register, control, errorOf, formState } = form
  const save = form.submit(async body => {
    const { app_id } = await call(saveApplication, { body })
    await Promise.all([listApplicationStats, readApplication, listOrganizations].map(each => refresh(each)))
    await goTo(paths.dashboard(app_id), { saved: true })
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={formState.isDirty} />
      <FormColumn>
        <FormFailure error={form.failure} />
        <Panel>
          <div className="flex flex-col gap-4">
            <Field label={t('edit.name')} error={errorOf('name')}>
              <TextInput {...register('name')} autoFocus={!application} maxLength={100} />
            </Field>
            {!application && organizations.length > 1 && (
              <Field label={t('edit.organization')} error={errorOf('organization_uuid')}>
                <Controller
                  control={control}
                  name="organization_uuid"
                  render={({ field: { value, ...field } }) => (
                    <Select
                      {...field}
                      value={value ?? null}
                      options={organizations.map(each => ({ value: each.uuid, label: each.name }))}
                    />
                  )}
                />
              </Field>
            )}
            <ZoneField form={form} />
          </div>
        </Panel>
        <Panel title={t('edit.quiet')}>
          <QuietFields form={form} />
        </Panel>
        <div className="flex justify-end gap-2">
          <ButtonLink href={paths.applications()}>{t('common:ui.cancel')}</ButtonLink>
          <Button type="submit" variant="primary" loading={formState.isSubmitting}>
            {application ? t('edit.save') : t('edit.create')}
          </Button>
        </div>
      </FormColumn>
    </form>
  )
}
