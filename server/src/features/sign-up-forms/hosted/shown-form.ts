/** A form as people see it: with the fields and topics that still exist, and our default texts. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { SignUpFormBody } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import type { Db } from '../../../db/schema/tables.ts'
import type { FieldType } from '../../../lib/contact-fields.ts'
import { selectFieldsOf, selectTopicsOf } from '../queries.ts'
import { FORM_WORDS } from './form-words.ts'

export type FormTexts = Omit<SignUpFormBody, 'name' | 'is_on' | 'redirect_url' | 'segment_uuid'>

export interface ShownField {
  name: string
  label: string
  kind: 'email' | 'phone' | FieldType
  isRequired: boolean
}

export interface ShownTopic {
  uuid: string
  name: string
  description: string
}

export interface ShownForm {
  locale: Locale
  sender: string
  title: string
  intro: string
  button: string
  fields: readonly ShownField[]
  topics: readonly ShownTopic[]
  consentText: string
  isConfirmed: boolean
  welcome: { title: string; text: string }
  mail: { subject: string; text: string; button: string }
}

/** Leaves out fields and topics that have been deleted. */
export async function shownForm(
  db: Db,
  { applicationId, sender, content }: { applicationId: string; sender: string; content: FormTexts },
): Promise<ShownForm> {
  const locale = content.language
  const ours = ourTexts(locale, sender)
  const said = (name: keyof typeof ours) => (content[name] === '' ? ours[name] : content[name])
  return {
    locale,
    sender,
    title: said('title'),
    intro: content.intro,
    button: said('button'),
    fields: await fieldsOf(db, applicationId, content),
    topics: await topicsOf(db, applicationId, content.topic_uuids),
    consentText: content.consent_text,
    isConfirmed: content.double_opt_in,
    welcome: {
      title: said('welcome_title'),
      text: said('welcome_text'),
    },
    mail: {
      subject: said('mail_subject'),
      text: said('mail_text'),
      button: said('mail_button'),
    },
  }
}

/** The default of each text, by name. */
export function ourTexts(locale: Locale, sender: string) {
  const words = FORM_WORDS[locale]
  const named = (text: string) => text.replace('{sender}', () => sender)
  return {
    title: named(words.title),
    button: words.button,
    welcome_title: words.welcomeTitle,
    welcome_text: named(words.welcomeText),
    mail_subject: words.mailSubject,
    mail_text: named(words.mailText),
    mail_button: words.mailButton,
  }
}

async function fieldsOf(db: Db, applicationId: string, { fields, language }: FormTexts): Promise<ShownField[]> {
  const words = FORM_WORDS[language]
  const ours: Record<string, string> = {
    email: words.email,
    phone_number: words.phone,
    first_name: words.firstName,
    last_name: words.lastName,
  }
  const own = fields.map(({ name }) => name)
  const types = new Map((await selectFieldsOf(db, applicationId, own)).map(({ name, type }) => [name, type]))
  return fields.flatMap(({ name, label, is_required }) => {
    const kind = kindOf(name, types)
    if (kind === undefined) return []
    const isRequired = is_required || name === 'email'
    return [{ name, label: label === '' ? (ours[name] ?? name) : label, kind, isRequired }]
  })
}

function kindOf(name: string, types: ReadonlyMap<string, string>): ShownField['kind'] | undefined {
  if (name === 'email') return 'email'
  if (name === 'phone_number') return 'phone'
  // Names are texts, whatever the first of them looked like.
  if (name === 'first_name' || name === 'last_name') return 'text'
  return types.get(name) as FieldType | undefined
}

async function topicsOf(db: Db, applicationId: string, ids: readonly string[]): Promise<ShownTopic[]> {
  if (ids.length === 0) return []
  const topics = new Map((await selectTopicsOf(db, applicationId, ids)).map(topic => [topic.topic_id, topic]))
  return ids.flatMap(uuid => {
    const topic = topics.get(uuid)
    return topic === undefined ? [] : [{ uuid, name: topic.name, description: topic.description }]
  })
}
