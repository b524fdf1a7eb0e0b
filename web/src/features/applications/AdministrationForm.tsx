import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  type Application,
  listApplications,
  listApplicationStats,
  readApplication,
  saveApplication,
} from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { CapFields } from './CapFields.tsx'
import { QuietFields, ZoneField } from './ClockFields.tsx'

/** Name, clock, quiet window and frequency caps of an application; read only for a role that does not change them. */
export function AdministrationForm({ application }: { application: Application }) {
  const { t } = useTranslation('applications')
  const mayChange = useCan(ACTIVITY.applications, 'update')
  const { uuid, name, timezone, quiet_from, quiet_to, frequency_cap } = application
  const form = useApiForm(bodyOf(saveApplication), {
    defaultValues: { uuid, name, timezone, quiet_from, quiet_to, frequency_cap },
  })
  const save = form.submit(async body => {
    await call(saveApplication, { body })
    form.reset(body)
    await Promise.all([readApplication, listApplicationStats, listApplications].map(each => refresh(each)))
    announce({ tone: 'success', message: t('administration.saved') })
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={form.formState.isDirty} />
      <fieldset disabled={!mayChange}>
        <FormColumn>
          <FormFailure error={form.failure} />
          {!mayChange && <Alert>{t('administration.readOnly')}</Alert>}
          <Panel aria-label={t('administration.general')}>
            <div className="flex flex-col gap-4">
              <Field label={t('edit.name')} error={form.errorOf('name')}>
                <TextInput {...form.register('name')} maxLength={100} />
              </Field>
              <ZoneField form={form} disabled={!mayChange} />
            </div>
          </Panel>
          <Panel title={t('edit.quiet')}>
            <QuietFields form={form} />
          </Panel>
          <Panel title={t('caps.title')}>
            <CapFields form={form} disabled={!mayChange} />
          </Panel>
          {mayChange && (
            <div className="flex justify-end">
              <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
                {t('edit.save')}
              </Button>
            </div>
          )}
        </FormColumn>
      </fieldset>
    </form>
  )
}
