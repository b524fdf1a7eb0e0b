import {
  type Application,
  deleteApplication,
  listApplicationStats,
  listApplications,
  readApplication,
  saveApplication,
  UNDO_SECONDS_MAX,
} from '@notifly/contracts/applications/applications'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/queries.ts'
import { leaveApplication, renewSession } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { DeletePanel } from '../../components/danger/TypedNameDialog.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { Topics } from '../topics/Topics.tsx'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { CapFields } from './CapFields.tsx'
import { QuietFields, ZoneField } from './ClockFields.tsx'
import { UtmFields } from './UtmFields.tsx'

/** What an application is called, by which clock it works, how often it may write to one person, about what, and its end. */
export function AdministrationPage() {
  const { t } = useTranslation('applications')
  const slug = useSlug()
  const mayDelete = useCan(ACTIVITY.applications, 'delete')
  const { data, error, refetch } = useRead(readApplication, { params: { uuid: slug } })
  return (
    <TitledPage title={t('administration.title')} facts={t('administration.lead')}>
      {error && <ReadFailure error={error} title={t('list.failedOne')} onRetry={() => void refetch()} />}
      {!data && !error && (
        <FormColumn>
          <LoadingNote />
          {[9, 8, 14].map(height => (
            <Skeleton key={height} height={`${height}rem`} />
          ))}
        </FormColumn>
      )}
      {data && (
        <div className="flex flex-col gap-5">
          <AdministrationForm key={data.uuid} application={data} />
          <FormColumn>
            <Topics />
            {mayDelete && <DeleteApplicationPanel application={data} />}
          </FormColumn>
        </div>
      )}
    </TitledPage>
  )
}

/** The end of an application, with all that it has. */
function DeleteApplicationPanel({ application }: { application: Application }) {
  const { t } = useTranslation('applications')
  const goTo = useGoTo()
  const { uuid, name } = application
  const remove = async (typed: string) => {
    await call(deleteApplication, { query: { application_uuid: uuid }, body: { name: typed } })
    // Away from its pages first: whatever they still asked would be answered by the card of a foreign application.
    leaveApplication()
    await goTo(paths.applications(), { saved: true, replace: true })
    // Its token is dead; the session goes on at another application, or without one.
    await renewSession()
    announce({ tone: 'success', message: t('delete.done', { name }) })
    await Promise.all([listApplications, listApplicationStats, listOrganizations].map(each => refresh(each)))
  }
  const words = {
    action: t('delete.action'),
    text: t('delete.text'),
    title: t('delete.title', { name }),
    consequences: t('delete.consequences'),
  }
  return <DeletePanel name={name} words={words} onConfirm={remove} />
}

/** Name, clock, quiet window and frequency caps of an application; read only for a role that does not change them. */
function AdministrationForm({ application }: { application: Application }) {
  const { t } = useTranslation('applications')
  const mayChange = useCan(ACTIVITY.applications, 'update')
  const { uuid, name, timezone, quiet_from, quiet_to, frequency_cap, undo_seconds, utm } = application
  const form = useApiForm(bodyOf(saveApplication), {
    defaultValues: { uuid, name, timezone, quiet_from, quiet_to, frequency_cap, undo_seconds, utm },
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
          <Panel title={t('undo.title')}>
            <Field label={t('undo.seconds')} help={t('undo.help')} error={form.errorOf('undo_seconds')}>
              <Controller
                control={form.control}
                name="undo_seconds"
                render={({ field: { value, onChange, ...field } }) => (
                  <NumberInput
                    {...field}
                    className="w-24"
                    min={0}
                    max={UNDO_SECONDS_MAX}
                    allowOutOfRange
                    disabled={!mayChange}
                    value={value ?? null}
                    onChange={onChange}
                  />
                )}
              />
            </Field>
          </Panel>
          <Panel title={t('utm.title')}>
            <UtmFields form={form} disabled={!mayChange} />
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
