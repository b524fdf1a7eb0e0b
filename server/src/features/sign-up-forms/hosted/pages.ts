/** The pages of a sign-up form as whole documents. All input is escaped. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import { CONFIRM_DAYS } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { publicDocument } from '../../../http/public-page.ts'
import { maskedAddress } from '../../../lib/addresses.ts'
import { escapeHtml } from '../../../lib/liquid/writers.ts'
import { FORM_WORDS, type FormWords } from './form-words.ts'
import type { ShownField, ShownForm, ShownTopic } from './shown-form.ts'

/** Names of our own controls: no merge field has a hyphen in its name. */
export const CONSENT = 'form-consent'
export const TOKEN = 'form-token'
/** Hidden from people: only programs fill it in. */
export const HONEYPOT_FIELD = 'web-address'
export const topicControl = (uuid: string): string => `topic-${uuid}`

/** Why a form is shown again; `word` is shown above the form, the others at their fields, by name. */
export interface Refusal {
  word?: 'check' | 'again' | 'tooMany' | 'busy'
  fields: Readonly<Record<string, Complaint>>
}

export type Complaint = 'required' | 'wrongEmail' | 'wrongPhone' | 'wrongNumber' | 'wrongDate' | 'tooLong' | 'noConsent'

export interface FormPage {
  form: ShownForm
  token: string
  isFramed: boolean
  /** A redirect of the form leaves the frame that it is in. */
  leavesFrame: boolean
  /** What was typed, by the names of the controls. */
  typed: Readonly<Record<string, string>>
  refusal: Refusal | null
}

export function formPage(page: FormPage): string {
  const { form, token, isFramed, leavesFrame, refusal } = page
  const words = FORM_WORDS[form.locale]
  const action = isFramed ? '?embed=1' : '?'
  const target = isFramed && leavesFrame ? ' target="_top"' : ''
  const body = `${noticeOf(words, refusal)}<h1>${escapeHtml(form.title)}</h1>${introOf(form.intro)}
<form method="post" action="${action}"${target} novalidate>
<input type="hidden" name="${TOKEN}" value="${escapeHtml(token)}">
${form.fields.map(field => fieldOf(field, words, page)).join('\n')}
${ticksOf(form.topics, words, page)}${consentOf(form, words, page)}
<div class="away" aria-hidden="true"><label>${HONEYPOT_FIELD}<input name="${HONEYPOT_FIELD}" tabindex="-1" autocomplete="off"></label></div>
<button>${escapeHtml(form.button)}</button></form>`
  return publicDocument({ locale: form.locale, title: form.title, body, isFramed })
}

function noticeOf(words: FormWords, refusal: Refusal | null): string {
  if (refusal?.word === undefined) return ''
  const look = refusal.word === 'again' ? 'done' : 'refused'
  return `<p class="${look}" role="${look === 'done' ? 'status' : 'alert'}">${escapeHtml(words[refusal.word])}</p>`
}

const introOf = (intro: string): string => (intro === '' ? '' : `<p class="lines">${escapeHtml(intro)}</p>`)

/** Autocomplete values, with which browsers fill in a field. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  email: 'email',
  phone_number: 'tel',
  first_name: 'given-name',
  last_name: 'family-name',
}
const TYPES = { email: 'email', phone: 'tel', text: 'text', number: 'text', date: 'date', boolean: 'text' } as const

function fieldOf(field: ShownField, words: FormWords, { typed, refusal }: FormPage): string {
  const { name, label, kind, isRequired } = field
  const id = `field-${escapeHtml(name)}`
  const complaint = refusal?.fields[name]
  const optional = isRequired ? '' : ` <em>(${escapeHtml(words.optional)})</em>`
  const shown = `<span>${escapeHtml(label)}${optional}</span>`
  const state = `${isRequired ? ' required' : ''}${complaint === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}-bad"`}`
  const control =
    kind === 'boolean'
      ? choiceOf(field, words, typed[name] ?? '', state)
      : `<input class="entry" name="${escapeHtml(name)}" type="${TYPES[kind]}" value="${escapeHtml(typed[name] ?? '')}"${attributesOf(field, words)}${state}>`
  return `<label class="field">${shown}${control}${complaintOf(words, complaint, id)}</label>`
}

function attributesOf({ name, kind }: ShownField, words: FormWords): string {
  const own = Object.hasOwn(AUTOCOMPLETE, name) ? AUTOCOMPLETE[name] : undefined
  const fill = own === undefined ? '' : ` autocomplete="${own}"`
  const hint = kind === 'phone' ? ` placeholder="${escapeHtml(words.phoneHint)}"` : ''
  return `${fill}${kind === 'number' ? ' inputmode="decimal"' : ''}${hint} maxlength="500"`
}

function choiceOf({ name }: ShownField, words: FormWords, value: string, state: string): string {
  const options = [
    ['', ''],
    ['true', words.yes],
    ['false', words.no],
  ].map(
    ([option = '', word = '']) =>
      `<option value="${option}"${option === value ? ' selected' : ''}>${escapeHtml(word)}</option>`,
  )
  return `<select class="entry" name="${escapeHtml(name)}"${state}>${options.join('')}</select>`
}

function complaintOf(words: FormWords, complaint: Complaint | undefined, id: string): string {
  return complaint === undefined ? '' : `<small class="bad" id="${id}-bad">${escapeHtml(words[complaint])}</small>`
}

function ticksOf(topics: readonly ShownTopic[], words: FormWords, { typed }: FormPage): string {
  if (topics.length === 0) return ''
  const rows = topics.map(({ uuid, name, description }) => {
    const control = topicControl(uuid)
    const about = description === '' ? '' : `<small>${escapeHtml(description)}</small>`
    const isTicked = typed[control] !== undefined
    return `<label class="tick"><input type="checkbox" name="${control}"${isTicked ? ' checked' : ''}><span><b>${escapeHtml(name)}</b>${about}</span></label>`
  })
  return `<fieldset class="ticks"><legend>${escapeHtml(words.topics)}</legend>${rows.join('')}</fieldset>\n`
}

function consentOf({ consentText }: ShownForm, words: FormWords, { typed, refusal }: FormPage): string {
  const complaint = refusal?.fields[CONSENT]
  const state = complaint === undefined ? '' : ` aria-invalid="true" aria-describedby="${CONSENT}-bad"`
  const ticked = typed[CONSENT] === undefined ? '' : ' checked'
  return `<div class="agree"><label class="tick"><input type="checkbox" name="${CONSENT}" required${ticked}${state}><span>${escapeHtml(consentText)}</span></label>${complaintOf(words, complaint, CONSENT)}</div>`
}

/** The page after submission: the same for every address. */
export function sentPage(form: ShownForm, isFramed: boolean): string {
  const { sentTitle, sentText } = FORM_WORDS[form.locale]
  return plainPage(form.locale, sentTitle, filled(sentText, form), { isFramed })
}

export function welcomePage({ locale, welcome }: ShownForm, isFramed = false): string {
  return plainPage(locale, welcome.title, escapeHtml(welcome.text), { isFramed })
}

/** Asks for a click before anything happens: programs that scan mails open links, but click no buttons. */
export function confirmPage(form: ShownForm, address: string): string {
  const words = FORM_WORDS[form.locale]
  const text = filled(words.confirmText, form).replace(
    '{address}',
    () => `<bdi>${escapeHtml(maskedAddress(address))}</bdi>`,
  )
  const more = `<form method="post"><button>${escapeHtml(words.confirmButton)}</button></form>`
  return plainPage(form.locale, words.confirmTitle, text, { more })
}

/** `formUrl` is absent if the form is deleted or closed. */
export function expiredPage(locale: Locale, formUrl?: string): string {
  const words = FORM_WORDS[locale]
  const text = escapeHtml(words.expiredText.replace('{days}', String(CONFIRM_DAYS)))
  const more =
    formUrl === undefined ? '' : `<a class="plain" href="${escapeHtml(formUrl)}">${escapeHtml(words.signUpAgain)}</a>`
  return plainPage(locale, words.expiredTitle, text, { more })
}

export function closedPage(form: ShownForm, isFramed: boolean): string {
  const { closedTitle, closedText } = FORM_WORDS[form.locale]
  return plainPage(form.locale, closedTitle, filled(closedText, form), { isFramed })
}

/** Shown if the sign-up could not be saved. */
export function busyPage(form: ShownForm): string {
  const { confirmTitle, busy } = FORM_WORDS[form.locale]
  return plainPage(form.locale, confirmTitle, escapeHtml(busy))
}

export function unknownPage(locale: Locale): string {
  const { unknownTitle, unknownText } = FORM_WORDS[locale]
  return plainPage(locale, unknownTitle, escapeHtml(unknownText))
}

/** HTML of one of our sentences with the sender's name. */
function filled(text: string, { sender }: ShownForm): string {
  return escapeHtml(text).replace('{sender}', () => `<bdi>${escapeHtml(sender)}</bdi>`)
}

interface PageAside {
  isFramed?: boolean
  /** HTML below the text. */
  more?: string
}

function plainPage(
  locale: Locale,
  title: string,
  text: string,
  { isFramed = false, more = '' }: PageAside = {},
): string {
  const body = `<h1>${escapeHtml(title)}</h1><p class="lines">${text}</p>${more}`
  return publicDocument({ locale, title, body, isFramed })
}
