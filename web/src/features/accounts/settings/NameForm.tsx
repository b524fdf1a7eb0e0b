import { readProfile, type Profile } from '@notifly/contracts/accounts/security'
import { updateProfile } from '@notifly/contracts/accounts/accounts'
import { personName } from '@notifly/contracts/fields'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { callFully } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { renewSession } from '../../../api/session.ts'
import { announce } from '../../../api/signals.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'

const schema = z.object({ name: personName })

/** The name that colleagues see. */
export function NameForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['settings', 'common'])
  const form = useApiForm(schema, { values: { name: profile.name } })
  const { isDirty, isSubmitting } = form.formState
  const save = form.submit(async body => {
    const { message } = await callFully(updateProfile, { body })
    await Promise.all([refresh(readProfile), renewSession()])
    if (message) announce({ tone: 'success', message })
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <Panel>
        <div className="flex flex-col gap-4">
          <FormFailure error={form.failure} />
          <Field label={t('profile.name')} error={form.errorOf('name')}>
            <TextInput {...form.register('name')} autoComplete="name" maxLength={100} />
          </Field>
          <div className="flex justify-end">
            <Button type="submit" loading={isSubmitting}>
              {t('profile.save')}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  )
}
