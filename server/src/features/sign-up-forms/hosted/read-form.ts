/** Reads the input of a form: kept unchanged for showing it again, and validated field by field. */
import { isEmail } from '@notifly/contracts/fields'
import { parsePhone } from '../../../lib/phone.ts'
import type { Answers } from '../../../people/sign-ups/sign-ups.ts'
import { typeOf } from '../../imports/imports.ts'
import { type Complaint, CONSENT, topicControl } from './pages.ts'
import type { ShownField, ShownForm } from './shown-form.ts'

const VALUE_MAX = 500

/** Texts by the names of this form's controls; anything else is ignored. */
export function typedIn(form: ShownForm, body: Readonly<Record<string, unknown>>): Record<string, string> {
  const names = [...form.fields.map(({ name }) => name), ...form.topics.map(({ uuid }) => topicControl(uuid)), CONSENT]
  return Object.fromEntries(
    names.flatMap(name => {
      const value = Object.hasOwn(body, name) ? body[name] : undefined
      return typeof value === 'string' ? [[name, cleaned(value)]] : []
    }),
  )
}

/** Removes control characters, line breaks and marks that change the text direction, which have no place in a name. */
function cleaned(value: string): string {
  return value
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, VALUE_MAX + 1)
}

export type Read =
  { answers: Omit<Answers, 'page'>; complaints?: undefined } | { complaints: Readonly<Record<string, Complaint>> }

/** The answers, or the faults by field. */
export function readTyped(form: ShownForm, typed: Readonly<Record<string, string>>): Read {
  const complaints: Record<string, Complaint> = {}
  const mergeFields: Record<string, string> = {}
  let phone: string | null = null
  for (const field of form.fields) {
    const text = typed[field.name] ?? ''
    const complaint = complaintOf(field, text)
    if (complaint !== undefined) complaints[field.name] = complaint
    else if (field.kind === 'phone') phone = parsePhone(text) ?? null
    else if (field.kind !== 'email' && text !== '') mergeFields[field.name] = text
  }
  if (typed[CONSENT] === undefined) complaints[CONSENT] = 'noConsent'
  if (Object.keys(complaints).length > 0) return { complaints }
  const offered = form.topics.map(({ uuid }) => uuid)
  return {
    answers: {
      email: typed['email'] ?? '',
      phone_number: phone,
      merge_fields: mergeFields,
      offered,
      topics: offered.filter(uuid => typed[topicControl(uuid)] !== undefined),
      consent_text: form.consentText,
    },
  }
}

function complaintOf({ kind, isRequired }: ShownField, text: string): Complaint | undefined {
  if (text === '') return isRequired ? 'required' : undefined
  if (text.length > VALUE_MAX) return 'tooLong'
  switch (kind) {
    case 'email':
      return isEmail(text) ? undefined : 'wrongEmail'
    case 'phone':
      return parsePhone(text) === undefined ? 'wrongPhone' : undefined
    case 'number':
      return typeOf(text) === 'number' ? undefined : 'wrongNumber'
    case 'date':
      return typeOf(text) === 'date' ? undefined : 'wrongDate'
    case 'boolean':
      return typeOf(text) === 'boolean' ? undefined : 'required'
    case 'text':
      return undefined
  }
}
