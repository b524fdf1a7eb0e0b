import { createOrganization, ORGANIZATION_LANGUAGES, STRENGTHS } from '@notifly/contracts/organizations/organizations'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { type ApiForm, bodyOf } from '../../components/form/use-api-form.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

export const organizationSchema = bodyOf(createOrganization)
export type OrganizationInput = z.input<typeof organizationSchema>
export type OrganizationBody = z.output<typeof organizationSchema>

/** What a new organization starts from. */
export const EMPTY_ORGANIZATION = {
  name: '',
  meta_object: { strength: '1-50', language: 'Hindi' },
} satisfies OrganizationInput

/** Name, strength and language of an organization. */
export function OrganizationFields({ form }: { form: ApiForm<OrganizationInput, OrganizationBody> }) {
  const { t } = useTranslation('organizations')
  const { register, control, errorOf } = form
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('fields.name')} help={t('fields.nameHelp')} error={errorOf('name')}>
        <TextInput {...register('name')} autoFocus maxLength={100} autoComplete="organization" />
      </Field>
      <Field label={t('fields.strength')} help={t('fields.strengthHelp')}>
        <Controller
          control={control}
          name="meta_object.strength"
          render={({ field: { value, onChange } }) => (
            <span>
              <Segmented
                value={value ?? null}
                onChange={onChange}
                segments={STRENGTHS.map(each => ({ value: each, label: each }))}
              />
            </span>
          )}
        />
      </Field>
      <Field label={t('fields.language')}>
        <Controller
          control={control}
          name="meta_object.language"
          render={({ field: { value, onChange, onBlur } }) => (
            <Select
              value={value ?? null}
              onChange={onChange}
              onBlur={onBlur}
              options={ORGANIZATION_LANGUAGES.map(each => ({
                value: each,
                label: t(`languages.${each.toLowerCase()}`),
              }))}
            />
          )}
        />
      </Field>
    </div>
  )
}
