/** The email that asks a person to confirm, through the application's own sender; a sign-up without one is taken at once. */
import { CONFIRM_DAYS } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { logMessages } from '../../engine/log/single-messages.ts'
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { nameInMail, renderNotice } from '../../lib/mail/notice-mail.ts'
import { storedWords, wordsOf } from '../../lib/stored-words.ts'
import { isBarred } from '../../people/contacts/erased-addresses.ts'
import { type Answers, dropSignUp, noteMail, readSignUp, type SignUpKey } from '../../people/sign-ups/sign-ups.ts'
import { noteState, storedSettings } from '../channel-settings/channel-settings.ts'
import { handOverMails } from '../templates/templates.ts'
import { takeSignUp, type UsedForm } from './confirm.ts'
import { bodyOf } from './forms.ts'
import { FORM_WORDS } from './hosted/form-words.ts'
import { type ShownForm, shownForm } from './hosted/shown-form.ts'
import { signSignUp } from './hosted/tokens.ts'
import { selectPublicForm } from './queries.ts'

/** Name of the job; its payload is a SignUpKey. */
export const ASK = 'sign-up.ask'

/** The jobs of an application wait for each other: a mail server that does not answer keeps one place, not all. */
export const askQueue = (applicationId: string): string => `sign-up ${applicationId}`

export function signUpJobs(deps: Deps): JobHandlers {
  return { [ASK]: { long: payload => ask(deps, payload as SignUpKey) } }
}

/** Rejects, so that the job comes again, when the email did not go out and may later. */
async function ask(deps: Deps, key: SignUpKey): Promise<void> {
  const { kysely: db } = deps.database
  const now = deps.clock.now()
  const row = await readSignUp(db, key)
  if (row === undefined || row.confirmed_at !== null || row.sent_at !== null || row.expires_at <= now) return
  const found = await selectPublicForm(db, row.form_id)
  if (found === undefined) return
  const { applicationId } = key
  const body = bodyOf(found)
  if (!body.double_opt_in) return takeAtOnce(deps, { applicationId, formId: row.form_id, body }, key)
  if (await isBarred(db, deps.secrets, applicationId, row.email_key)) return dropSignUp(db, key)
  const form = await shownForm(db, { applicationId, sender: found.sender, content: body })
  const { email } = row.answers as unknown as Answers
  const link = `${deps.config.publicUrl}/f/confirm/${signSignUp(deps.secrets, { formId: row.form_id, signUpId: key.signUpId })}`
  const { failure, mayRetry } = await send(
    deps,
    applicationId,
    email,
    confirmationMail(form, link, deps.config.publicUrl),
  )
  await noteMail(db, key, failure === null ? null : storedWords(failure), now)
  if (failure !== null && mayRetry) throw new Error('a confirmation email did not go out')
}

/** Without a confirmation. Rejects when there is no room for the person now. */
async function takeAtOnce(deps: Deps, form: UsedForm, key: SignUpKey): Promise<void> {
  try {
    await takeSignUp(deps, form, key, false)
  } catch (error) {
    await noteMail(deps.database.kysely, key, storedWords(wordsOf(error)), deps.clock.now())
    throw error
  }
}

interface Sent {
  failure: Words | null
  mayRetry: boolean
}

async function send(
  deps: Deps,
  applicationId: string,
  receiver: string,
  mail: { subject: string; html: string; text: string },
): Promise<Sent> {
  const settings = await storedSettings(deps, applicationId, 'email')
  if (settings === null) return { failure: sentence('templates.test.notSetUp'), mayRetry: true }
  const { results, configuration, bounced, settled } = await handOverMails(deps, settings, {
    ...mail,
    receivers: [receiver],
  })
  const by = { applicationId, channel: 'email', provider: settings.type, settings: settings.settings }
  const failed = settled.filter(({ outcome }) => outcome.kind !== 'sent')
  logMessages(deps, 'outgoing', { ...by, settled: failed, receiverOf: message => message.recipient })
  if (configuration !== undefined) await noteState(deps, applicationId, 'email', configuration)
  const [result] = results
  if (result?.ok === true) return { failure: null, mayRetry: false }
  const { key, values, message = '' } = result ?? {}
  const failure = key === undefined ? message : { key, ...(values && { values }) }
  return { failure, mayRetry: !bounced.includes(receiver) }
}

/** Says nothing that was typed into the form: a stranger may have typed the address, and advertising with it. */
export function confirmationMail(form: ShownForm, link: string, publicUrl: string) {
  const words = FORM_WORDS[form.locale]
  const sender = nameInMail(form.sender)
  return renderNotice({
    ...form.mail,
    locale: form.locale,
    brand: form.sender,
    link,
    note: words.mailNote.replace('{days}', String(CONFIRM_DAYS)),
    copy: words.mailCopy,
    footer: words.mailFooter.replace('{sender}', () => sender),
    publicUrl,
  })
}
