import { type BillingPreferences, readPreferences, savePreferences } from '@notifly/contracts/billing/preferences'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../../api/client.ts'
import { refresh, useRead } from '../../../api/queries.ts'
import { announce } from '../../../api/signals.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx'
import { bodyOf, useApiForm } from '../../../components/form/use-api-form.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Textarea } from '../../../ui/controls/Textarea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { FormColumn } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** The organization's details on invoices, and who is told about a failed payment. */
export function PreferencesForm() {
  const { t } = useTranslation('billing')
  const { data, error, refetch } = useRead(readPreferences, {})
  if (error && !data)
    return <ReadFailure error={error} title={t('preferences.failed')} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <FormColumn>
        <LoadingNote />
        <Skeleton height="20rem" />
      </FormColumn>
    )
  }
  return <Loaded preferences={data} />
}

const schema = bodyOf(savePreferences)

function Loaded({ preferences }: { preferences: BillingPreferences }) {
  const { t } = useTranslation('billing')
  const form = useApiForm(schema, { defaultValues: preferences })
  const { isDirty, isSubmitting } = form.formState
  const save = form.submit(async body => {
    const { data, message } = await callWithMeta(savePreferences, { body })
    form.reset(data)
    if (message) announce({ tone: 'success', message })
    await refresh(readPreferences)
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <FormColumn>
        <FormFailure error={form.failure} />
        <Panel>
          <div className="flex flex-col gap-4">
            <Field
              label={t('preferences.company')}
              help={t('preferences.companyHelp')}
              error={form.errorOf('company_name')}
            >
              <TextInput {...form.register('company_name')} maxLength={200} autoComplete="organization" />
            </Field>
            <Field label={t('preferences.address')} error={form.errorOf('billing_address')}>
              <Textarea {...form.register('billing_address')} rows={4} maxLength={1000} autoComplete="street-address" />
            </Field>
            <Field
              label={t('preferences.phone')}
              help={t('preferences.phoneHelp')}
              error={form.errorOf('phone_number')}
            >
              <TextInput {...form.register('phone_number')} type="tel" dir="ltr" maxLength={30} autoComplete="tel" />
            </Field>
            <Controller
              control={form.control}
              name="get_text_when_payment_fails"
              render={({ field: { value, onChange } }) => (
                <Checkbox checked={value === true} onChange={onChange} label={t('preferences.text')} />
              )}
            />
          </div>
        </Panel>
        <div className="flex items-center justify-end gap-2">
          <Button onClick={() => form.reset()} disabled={!isDirty}>
            {t('preferences.discard')}
          </Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('preferences.save')}
          </Button>
        </div>
      </FormColumn>
    </form>
  )
}
