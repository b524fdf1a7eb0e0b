import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  createSignUpForm,
  listSignUpForms,
  readSignUpForm,
  type SignUpForm,
  updateSignUpForm,
} from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { WithAside } from '../../ui/layout/Page.tsx'
import { AfterPanel } from './AfterPanel.tsx'
import { BasicsPanel } from './BasicsPanel.tsx'
import { FieldsPanel } from './FieldsPanel.tsx'
import { FormPreview, type PreviewView, usePreview } from './FormPreview.tsx'
import { type FormValues, schema, type SignUpFormForm } from './form-values.ts'
import { MailFailure, SharePanel } from './SharePanel.tsx'

export interface FormEditorProps {
  /** The form that is changed; without it, it is a new one. */
  form?: SignUpForm
  values: FormValues
  reopens: { reopens?: string }
  /** A request is open on it. */
  isLocked?: boolean
}

/** Edits a form part by part, beside its preview. */
export function FormEditor({ form: existing, values, reopens, isLocked = false }: FormEditorProps) {
  const { t } = useTranslation('forms')
  const mayWrite = useCan(ACTIVITY.audience, existing === undefined ? 'create' : 'update')
  const isFixed = !mayWrite || isLocked
  const form: SignUpFormForm = useApiForm(schema, { defaultValues: values })
  const [view, setView] = useState<PreviewView>('page')
  const preview = usePreview(form)
  const save = useSave(form, existing, reopens)
  const { isDirty, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <WithAside
        follows
        aside={
          <FormPreview preview={preview} hasMail={form.watch('double_opt_in') !== false} view={view} onView={setView} />
        }
      >
        {!mayWrite && <Alert>{t('edit.readOnly')}</Alert>}
        {existing?.mail_failure && <MailFailure failure={existing.mail_failure} />}
        {existing && <SharePanel form={existing} />}
        <fieldset disabled={isFixed} className="flex min-w-0 flex-col gap-4">
          <BasicsPanel form={form} ours={preview.data?.ours} onLook={() => setView('page')} />
          <FieldsPanel form={form} ours={preview.data?.ours} onLook={() => setView('page')} />
          <AfterPanel form={form} ours={preview.data?.ours} onLook={setView} />
        </fieldset>
        <FormFailure error={form.failure} onRetry={() => save()} />
        {!isFixed && (
          <div className="flex justify-end">
            <Button type="submit" variant="primary" loading={isSubmitting}>
              {t(existing === undefined ? 'edit.create' : 'edit.save')}
            </Button>
          </div>
        )}
      </WithAside>
    </form>
  )
}

/** A new form opens as soon as it is saved; one that needs approval is in the list of requests. */
function useSave(form: SignUpFormForm, existing: SignUpForm | undefined, reopens: { reopens?: string }) {
  const slug = useSlug()
  const { t } = useTranslation('forms')
  const goTo = useGoTo()
  return form.submit(async values => {
    const body = { ...values, ...reopens }
    const { data, makerChecker } =
      existing === undefined
        ? await callWithMeta(createSignUpForm, { body })
        : await callWithMeta(updateSignUpForm, { params: { uuid: existing.uuid }, body })
    await Promise.all([listSignUpForms, readSignUpForm].map(each => refresh(each)))
    if (makerChecker) return goTo(paths.signUpForms(slug), { saved: true })
    form.reset(values)
    announce({ tone: 'success', message: t(existing === undefined ? 'edit.created' : 'edit.saved') })
    if (existing === undefined) await goTo(paths.signUpForm(slug, data.uuid), { saved: true, replace: true })
  })
}
