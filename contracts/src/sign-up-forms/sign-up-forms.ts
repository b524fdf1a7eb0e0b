/** Sign-up forms: people subscribe on a hosted page or on the application's own site, and confirm by email. */
import * as z from 'zod/mini'
import { LOCALES } from '../accounts/accounts.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, paging, search, text, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { said } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { TOPICS_MAX } from '../topics/topics.ts'

/** Limits per application. */
export const SIGN_UP_FORMS_MAX = 50
/** Most fields of a form. */
export const FORM_FIELDS_MAX = 12
/** How long the link in a confirmation email is valid. */
export const CONFIRM_DAYS = 7

const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u
/** May be empty if we have a default text. */
const line = (length: number) =>
  z.string().check(z.trim(), maxCharacters(length), z.regex(ONE_LINE, sentenceKey('fields.onOneLine')))
const passage = (length: number) => z.string().check(z.trim(), maxCharacters(length))

/** An absolute https URL without user name or password. */
export function isRedirect(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return protocol === 'https:' && username === '' && password === ''
}

export const FormField = z.object({
  /** `email`, `phone_number`, or the name of a merge field such as `first_name`. */
  name: text(200),
  /** Empty: our own label for the field, or the name of the merge field. */
  label: z._default(line(60), ''),
  is_required: z._default(z.boolean(), false),
})
export type FormField = z.infer<typeof FormField>

/** Texts of the page. Empty ones are replaced by our own in the form's language. */
const words = {
  language: z._default(z.enum(LOCALES), 'en'),
  title: z._default(line(100), ''),
  intro: z._default(passage(500), ''),
  button: z._default(line(40), ''),
  fields: z.array(FormField).check(
    z.maxLength(FORM_FIELDS_MAX, sentenceKey('signUpForms.fieldsMost')),
    z.refine(fields => fields[0]?.name === 'email', sentenceKey('signUpForms.emailFirst')),
    z.refine(
      fields => new Set(fields.map(({ name }) => name)).size === fields.length,
      sentenceKey('signUpForms.fieldTwice'),
    ),
  ),
  /** Topics to choose from, in this order. */
  topic_uuids: z._default(z.array(uuid).check(z.maxLength(TOPICS_MAX, sentenceKey('fields.atOnce'))), []),
  /** Whether people only become contacts once they open the link in an email. */
  double_opt_in: z._default(z.boolean(), true),
  mail_subject: z._default(line(150), ''),
  mail_text: z._default(passage(2000), ''),
  mail_button: z._default(line(40), ''),
  welcome_title: z._default(line(100), ''),
  welcome_text: z._default(passage(500), ''),
}

const formBody = {
  name: text(60).check(z.regex(ONE_LINE, sentenceKey('fields.onOneLine'))),
  is_on: z._default(z.boolean(), true),
  ...words,
  /** What people consent to; stored with each contact. */
  consent_text: text(1000),
  /** URL that people are sent to instead of the welcome page. */
  redirect_url: z._default(
    z.nullable(
      z.string().check(z.trim(), maxCharacters(500), z.refine(isRedirect, sentenceKey('signUpForms.redirect'))),
    ),
    null,
  ),
  /** The static segment that people are added to. */
  segment_uuid: z._default(z.nullable(uuid), null),
}

export const SignUpFormBody = z.object(formBody)
export type SignUpFormBody = z.infer<typeof SignUpFormBody>

export const SignUpFormRow = z.object({
  uuid,
  name: z.string(),
  language: z.enum(LOCALES),
  is_on: z.boolean(),
  double_opt_in: z.boolean(),
  /** Since the form was created: submitted forms, and people who confirmed; some of them were contacts before. */
  submitted: z.int(),
  confirmed: z.int(),
  /** People who have not opened the link yet, while it is valid. */
  pending: z.int(),
  /** Confirmation emails that could not be sent, and the reason for the last one. */
  mail_failure: z.nullable(z.object({ count: z.int(), ...said })),
  created_on: epochSeconds,
  updated_on: epochSeconds,
  ...pendingApproval,
})
export type SignUpFormRow = z.infer<typeof SignUpFormRow>

export const SignUpForm = z.object({
  ...SignUpFormRow.shape,
  content: SignUpFormBody,
  /** The page itself, and two ways to embed the form in a site, as HTML. */
  link: z.string(),
  snippets: z.object({ form: z.string(), frame: z.string() }),
})
export type SignUpForm = z.infer<typeof SignUpForm>

const FORMS = '/api/audience/forms'
const ONE = `${FORMS}/{uuid}` as const
const may = (level: 'read' | 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.audience, level, scope: 'application' }) as const

export const listSignUpForms = endpoint({
  call: `GET ${FORMS}`,
  summary: 'Sign-up forms by name, with how many people used them',
  access: may('read'),
  query: z.object({ ...paging, search }),
  data: z.array(SignUpFormRow),
  paged: true,
})

export const readSignUpForm = endpoint({
  call: `GET ${ONE}`,
  summary: 'One sign-up form with its content, its address and the HTML for sites',
  access: may('read'),
  params: z.object({ uuid }),
  data: SignUpForm,
})

export const createSignUpForm = endpoint({
  call: `POST ${FORMS}`,
  summary: 'Add a sign-up form; while it is on, anybody can use it at its address',
  access: may('create'),
  held: true,
  status: 201,
  body: z.object({ ...formBody, ...reopening }),
  data: z.object({ uuid }),
})

export const updateSignUpForm = endpoint({
  call: `PUT ${ONE}`,
  summary: 'Replace the content of a sign-up form, or turn it on or off',
  access: may('update'),
  held: true,
  params: z.object({ uuid }),
  body: z.object({ ...formBody, ...reopening }),
  data: z.object({ uuid }),
})

export const deleteSignUpForm = endpoint({
  call: `DELETE ${ONE}`,
  summary: 'Delete a sign-up form with the sign-ups that nobody confirmed yet; contacts and their consent stay',
  access: may('delete'),
  held: true,
  params: z.object({ uuid }),
  query: z.object(reopening),
})

export const previewSignUpForm = endpoint({
  call: 'POST /api/audience/forms/preview',
  summary: 'What people would see of a form: its pages and its email, as HTML',
  access: may('read'),
  body: z.object({ ...words, consent_text: z._default(passage(1000), '') }),
  data: z.object({
    page: z.string(),
    welcome: z.string(),
    mail: z.object({ subject: z.string(), html: z.string() }),
    /** Our own texts that replace empty ones, by name. */
    ours: z.record(z.string(), z.string()),
  }),
})

// Calls by visitors. None of them reveals whether an address is already a contact.

const tokenParams = z.object({ token: z.string() })
const formParams = z.object({ id: z.string() })
const shown = { embed: z.optional(z.unknown()), done: z.optional(z.unknown()) }

export const readHostedForm = endpoint({
  call: 'GET /f/{id}',
  summary: 'The page of a sign-up form; with `embed` the same to put in a frame of a site',
  access: 'public',
  params: formParams,
  query: z.object(shown),
  raw: { types: ['text/html'], hasNotFoundPage: true },
})

export const submitHostedForm = endpoint({
  call: 'POST /f/{id}',
  summary: 'Signs a person up: sends the confirmation email, or shows the form again with what is missing',
  access: 'public',
  params: formParams,
  query: z.object(shown),
  /** Form fields by name, `topic-{uuid}` for each selected topic, `form-consent` and `form-token`. */
  body: z.looseObject({}),
  raw: { types: ['text/html'], redirect: 303, hasNotFoundPage: true },
  bodyLimitBytes: 65_536,
})

export const readConfirmation = endpoint({
  call: 'GET /f/confirm/{token}',
  summary: 'The page that the link of a confirmation email leads to; opening it confirms nothing',
  access: 'public',
  params: tokenParams,
  raw: { types: ['text/html'], hasNotFoundPage: true },
})

export const confirmSignUp = endpoint({
  call: 'POST /f/confirm/{token}',
  summary: 'Confirms a sign-up: the person becomes a contact with their consent',
  access: 'public',
  params: tokenParams,
  body: z.looseObject({}),
  raw: { types: ['text/html'], redirect: 303, hasNotFoundPage: true },
  bodyLimitBytes: 16_384,
})
