/** The values of the form editor, which are the body of its calls. */
import { createSignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { LOCALES } from '@notifly/contracts/accounts/accounts'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { type ApiForm, bodyOf } from '../../components/form/use-api-form.ts'

export const schema = bodyOf(createSignUpForm)
export type FormValues = z.input<typeof schema>
type FormBody = z.output<typeof schema>
export type SignUpFormForm = ApiForm<FormValues, FormBody>

/** The product's texts for those that a form may leave empty. */
export type DefaultTexts = Readonly<Record<string, string>> | undefined

/** A field of the form while it is edited. */
export type FieldValues = FormValues['fields'][number]

/** The values of a new form: the most common fields, in the language of the dashboard. */
export function useFirstValues(): FormValues {
  const { t, i18n } = useTranslation('forms')
  return {
    name: '',
    language: LOCALES.find(each => each === i18n.language) ?? 'en',
    is_on: true,
    title: '',
    intro: '',
    button: '',
    fields: [
      { name: 'email', label: '', is_required: true },
      { name: 'first_name', label: '', is_required: false },
    ],
    topic_uuids: [],
    consent_text: t('edit.consentFirst'),
    double_opt_in: true,
    mail_subject: '',
    mail_text: '',
    mail_button: '',
    welcome_title: '',
    welcome_text: '',
    redirect_url: null,
    segment_uuid: null,
  }
}
