import { email, isEmail } from '@notifly/contracts/fields'
import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import { Controller, useFieldArray, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { Option } from '../../ui/controls/options/option.ts'
import { Select } from '../../ui/controls/options/Select.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import type { ApiForm } from '../form/use-api-form.ts'
import { useUser } from '../session/use-session.ts'

/** The maximum number of people in one form. */
export const INVITE_FORMS = 5

export const inviteSchema = z.object({
  users: z.array(z.object({ email, role_id: z.string().check(z.minLength(1, sentenceKey('fields.required'))) })),
})
export type InviteValues = z.input<typeof inviteSchema>

export const EMPTY_INVITEE: InviteValues['users'][number] = { email: '', role_id: '' }

/** Whether an address has another domain than the reader's own, which may be a typo. */
export function isForeignAddress(address: string, own: string): boolean {
  return isEmail(address.trim()) && domainOf(address.trim()) !== domainOf(own)
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

export interface InviteRowsProps {
  form: ApiForm<InviteValues>
  roles: readonly Option[] | undefined
}

/** Up to five people to invite, each with an address and a role. The first row can't be removed. */
export function InviteRows({ form, roles }: InviteRowsProps) {
  const { t } = useTranslation('members')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'users' })
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field, position) => (
        <InviteRow
          key={field.id}
          form={form}
          roles={roles}
          position={position}
          onRemove={position === 0 ? undefined : () => remove(position)}
        />
      ))}
      {fields.length < INVITE_FORMS && (
        <div>
          <Button variant="ghost" icon={Plus} onClick={() => append(EMPTY_INVITEE)}>
            {t('invite.another')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface InviteRowProps extends InviteRowsProps {
  position: number
  onRemove: (() => void) | undefined
}

function InviteRow({ form, roles, position, onRemove }: InviteRowProps) {
  const { t } = useTranslation('members')
  const { register, control, errorOf } = form
  const number = position + 1
  return (
    <fieldset className="flex items-start gap-3 max-sm:flex-col max-sm:items-stretch">
      <legend className="sr-only">{t('invite.person', { number })}</legend>
      <Field className="flex-1" label={t('invite.email')} error={errorOf(`users.${position}.email`)}>
        <TextInput {...register(`users.${position}.email`)} type="email" autoComplete="off" autoFocus={position > 0} />
        <DomainWarning form={form} position={position} />
      </Field>
      <Field className="w-48 max-sm:w-full" label={t('invite.role')} error={errorOf(`users.${position}.role_id`)}>
        <Controller
          control={control}
          name={`users.${position}.role_id`}
          render={({ field: { value, ...field } }) => (
            <Select {...field} value={value || null} options={roles ?? []} placeholder={t('invite.chooseRole')} />
          )}
        />
      </Field>
      {onRemove ? (
        <IconButton
          icon={Trash2}
          label={t('invite.remove', { number })}
          onClick={onRemove}
          className="mt-[1.625rem] max-sm:mt-0 max-sm:self-end"
        />
      ) : (
        <span aria-hidden className="w-8 shrink-0 max-sm:hidden" />
      )}
    </fieldset>
  )
}

function DomainWarning({ form, position }: { form: ApiForm<InviteValues>; position: number }) {
  const { t } = useTranslation(['members', 'sentences'])
  const own = useUser().email
  const address = useWatch({ control: form.control, name: `users.${position}.email` })
  return (
    <p aria-live="polite" className="flex items-start gap-1 text-12 text-warning-ink empty:hidden">
      {isForeignAddress(address, own) && (
        <>
          <Icon of={TriangleAlert} size={12} className="mt-0.5" />
          <span>{t('sentences:fields.domain')}</span>
        </>
      )}
    </p>
  )
}
