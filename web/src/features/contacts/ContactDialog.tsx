import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Contact, listContacts, readContact } from '@notifly/contracts/contacts/audience'
import { createContact, updateContact } from '@notifly/contracts/contacts/contacts'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithMeta, type Input } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { useCountries } from '../../components/display/use-countries.ts'
import { timeZoneOptions } from '../../components/display/time-zones.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { type ApiForm, useApiForm } from '../../components/form/use-api-form.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import type { Option } from '../../ui/controls/options/option.ts'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { changesOf, type ContactForm, contactForm, formOf, type TextField } from './contact-form.ts'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

export interface ContactDialogProps {
  /** Absent: a new one is added. */
  contact?: Contact
  /** Values of a rejected request that this answers, and its id. */
  over?: Readonly<Record<string, unknown>> | undefined
  reopens?: { reopens?: string }
  /** Above the fields. */
  banner?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A new contact is there, unless it waits for approval. */
  onCreated?: (uuid: string) => void
}

/** Our own fields of a contact. Only changes are written; what the server refuses is shown at its field. */
export function ContactDialog(props: ContactDialogProps) {
  const { contact, over, reopens, banner, open, onOpenChange, onCreated } = props
  const { t } = useTranslation('contacts')
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const start = useMemo(() => formOf(contact, over), [contact, over])
  const form = useApiForm(contactForm, { values: start })
  const close = () => {
    form.reset(start)
    form.clearFailure()
    onOpenChange(false)
  }
  const save = form.submit(async values => {
    const changes = { ...changesOf(values, formOf(contact)), ...mergeFieldsIn(over), ...reopens }
    if (contact !== undefined) await callWithMeta(updateContact, { params: { uuid: contact.uuid }, body: changes })
    else {
      const { data, makerChecker } = await callWithMeta(createContact, { body: changes })
      if (!makerChecker) onCreated?.(data.uuid)
    }
    await Promise.all([refresh(readContact), refresh(listContacts)])
    close()
  })
  const verb = t(contact === undefined ? 'add.action' : 'edit.action')
  return (
    <FormDialog
      form={form}
      banner={banner}
      open={open}
      onClose={close}
      title={verb}
      onSubmit={save}
      action={approvalLabel(contact === undefined ? verb : t('edit.save'))}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

/** A request may have set merge fields in the same breath; they stay part of what is asked for again. */
function mergeFieldsIn(
  over: ContactDialogProps['over'],
): Pick<NonNullable<Input<typeof updateContact>['body']>, 'merge_fields'> {
  const fields = over?.['merge_fields']
  return typeof fields === 'object' && fields !== null ? { merge_fields: fields as Record<string, string | null> } : {}
}

function Fields({ form }: { form: ApiForm<ContactForm> }) {
  const { t, i18n } = useTranslation('contacts')
  const countries = useCountries()
  const zones = useMemo(() => timeZoneOptions(i18n.language), [i18n.language])
  const isTest = form.watch('is_test')
  return (
    <>
      <Text form={form} name="email" type="email" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Text form={form} name="external_user_id" help={t('form.externalHelp')} />
        <Text form={form} name="phone_number" type="tel" help={t('form.phoneHelp')} />
        <Choice form={form} name="country" options={countries} />
        <Choice form={form} name="timezone" options={zones} />
        <Text form={form} name="lang" help={t('form.langHelp')} />
      </div>
      <Disclosure inline title={t('form.more')}>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <Text form={form} name="platform_type" />
          <Text form={form} name="device_details" />
          <Text form={form} name="latitude" inputMode="decimal" />
          <Text form={form} name="longitude" inputMode="decimal" />
        </div>
      </Disclosure>
      <Checkbox
        checked={isTest}
        onChange={next => form.setValue('is_test', next, { shouldDirty: true })}
        label={t('columns.is_test')}
        help={t('form.testHelp')}
      />
    </>
  )
}

interface FieldProps {
  form: ApiForm<ContactForm>
  name: TextField
  help?: string
}

function Text({
  form,
  name,
  help,
  ...input
}: FieldProps & Omit<React.ComponentProps<'input'>, 'form' | 'name' | 'size' | 'prefix'>) {
  const { t } = useTranslation('contacts')
  return (
    <Field label={t(`columns.${name}`)} help={help} error={form.errorOf(name)}>
      <TextInput {...input} {...form.register(name)} autoComplete="off" />
    </Field>
  )
}

function Choice({ form, name, options }: FieldProps & { options: Option[] }) {
  const { t } = useTranslation('contacts')
  form.register(name)
  const value = form.watch(name)
  const chosen = options.find(option => option.value === value) ?? (value === '' ? null : { value, label: value })
  return (
    <Field label={t(`columns.${name}`)} error={form.errorOf(name)}>
      <Combobox
        options={options}
        value={chosen}
        onChange={next => form.setValue(name, next?.value ?? '', { shouldDirty: true, shouldValidate: true })}
        placeholder={t('form.none')}
      />
    </Field>
  )
}
