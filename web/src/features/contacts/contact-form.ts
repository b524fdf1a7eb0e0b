/** The fields of a contact's form, and which of them must be saved. The server validates values, since it knows phone numbers. */
import type { Contact } from '@notifly/contracts/contacts/audience'
import { CONTACT_VALUE_MAX } from '@notifly/contracts/contacts/contacts'
import { maxCharacters } from '@notifly/contracts/fields'
import * as z from 'zod/mini'

const line = z.string().check(maxCharacters(CONTACT_VALUE_MAX))

export const contactForm = z.object({
  email: line,
  external_user_id: line,
  phone_number: line,
  country: line,
  lang: line,
  timezone: line,
  platform_type: line,
  device_details: line,
  latitude: line,
  longitude: line,
  is_test: z.boolean(),
})
export type ContactForm = z.infer<typeof contactForm>
export type TextField = Exclude<keyof ContactForm, 'is_test'>

const EMPTY: ContactForm = {
  email: '',
  external_user_id: '',
  phone_number: '',
  country: '',
  lang: '',
  timezone: '',
  platform_type: '',
  device_details: '',
  latitude: '',
  longitude: '',
  is_test: false,
}

/** What the form begins with; `over`: values of a rejected request that is being corrected. */
export function formOf(contact?: Contact, over: Readonly<Record<string, unknown>> = {}): ContactForm {
  const names = Object.keys(EMPTY) as (keyof ContactForm)[]
  const values = names.map(name => {
    const value = name in over ? over[name] : contact?.[name]
    if (name === 'is_test') return [name, value === true]
    return [name, value === null || value === undefined ? '' : String(value as string | number)]
  })
  return Object.fromEntries(values) as unknown as ContactForm
}

/** The fields that differ from what the contact has; emptied ones are null. */
export function changesOf(
  form: ContactForm,
  before: ContactForm,
): Partial<Record<keyof ContactForm, string | boolean | null>> {
  const names = Object.keys(EMPTY) as (keyof ContactForm)[]
  const changed = names.filter(name => form[name] !== before[name])
  return Object.fromEntries(changed.map(name => [name, form[name] === '' ? null : form[name]]))
}
