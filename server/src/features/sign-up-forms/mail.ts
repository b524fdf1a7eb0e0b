/** The email that asks a person to confirm, sent like any other message; a sign-up without one takes effect at once. */
import { CONFIRM_DAYS } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { writtenMail } from '../../channels/email/written-mail.ts'
import { limitedWrite } from '../../db/fair-places.ts'
import { awaitResults } from '../../engine/streams/fates.ts'
import { addMessages } from '../../engine/streams/streams.ts'
import { systemMessage, systemStream } from '../../engine/streams/system-messages.ts'
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { nameInMail, renderNotice } from '../../lib/mail/notice-mail.ts'
import { storedWords, wordsOf } from '../../lib/stored-words.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { mustNotBeWrittenTo } from '../../people/contacts/erased-addresses.ts'
import {
  type Answers,
  dropSignUp,
  noteMail,
  noteMessage,
  readSignUp,
  type SignUpKey,
} from '../../people/sign-ups/sign-ups.ts'
import { storedSettings } from '../channel-settings/channel-settings.ts'
import { takeSignUp, type UsedForm } from './confirm.ts'
import { bodyOf } from './forms.ts'
import { FORM_WORDS } from './hosted/form-words.ts'
import { type ShownForm, shownForm } from './hosted/shown-form.ts'
import { signSignUp } from './hosted/tokens.ts'
import { selectPublicForm } from './queries.ts'

/** Name of the job; its payload is a SignUpKey. */
export const ASK = 'sign-up.ask'

/** Jobs of an application run one after the other: those whose mail server does not respond occupy one worker rather than all. */
export const askQueue = (applicationId: string): string => `sign-up ${applicationId}`

export function signUpJobs(deps: Deps): JobHandlers {
  return { [ASK]: { long: payload => ask(deps, payload as SignUpKey) } }
}

/** Rejects, so that the job is retried, while the outcome of the email is unknown. */
async function ask(deps: Deps, key: SignUpKey): Promise<void> {
  const { kysely: db } = deps.database
  const now = deps.clock.now()
  const row = await readSignUp(db, key)
  if (row === undefined || row.confirmed_at !== null || row.sent_at !== null || row.expires_at <= now) return
  if (row.message_id !== null) return follow(deps, key, row.message_id)
  const found = await selectPublicForm(db, row.form_id)
  if (found === undefined) return
  const { applicationId } = key
  const body = bodyOf(found)
  if (!body.double_opt_in) return takeAtOnce(deps, { applicationId, formId: row.form_id, body }, key)
  if (await mustNotBeWrittenTo(db, deps.secrets, applicationId, row.email_key)) return dropSignUp(db, key)
  const form = await shownForm(db, { applicationId, sender: found.sender, content: body })
  const { email } = row.answers as unknown as Answers
  const link = `${deps.config.publicUrl}/f/confirm/${signSignUp(deps.secrets, { formId: row.form_id, signUpId: key.signUpId })}`
  const mail = confirmationMail(form, link, deps.config.publicUrl)
  await follow(deps, key, await send(deps, key, { address: row.email_key, email, mail }))
}

/** For a form without confirmation. Rejects if there is no room for the contact at present. */
async function takeAtOnce(deps: Deps, form: UsedForm, key: SignUpKey): Promise<void> {
  try {
    await takeSignUp(deps, form, key, false)
  } catch (error) {
    await noteMail(deps.database.kysely, key, storedWords(wordsOf(error)), deps.clock.now())
    throw error
  }
}

interface Confirmation {
  /** As suppressions have it. */
  address: string
  email: string
  mail: { subject: string; html: string; text: string }
}

/** Returns the message's id. Rejects if email is not set up. */
async function send(deps: Deps, key: SignUpKey, { address, email, mail }: Confirmation): Promise<string> {
  const { database, clock } = deps
  const { applicationId } = key
  const now = clock.now()
  const settings = await storedSettings(deps, applicationId, 'email')
  if (settings === null) {
    await noteMail(database.kysely, key, storedWords(sentence('templates.test.notSetUp')), now)
    throw new Error('a confirmation email cannot go out')
  }
  const { sender_email: sender = '' } = settings.settings
  const messageId = uuidv7(now)
  const data = { to: email, content: writtenMail(mail, String(sender)) }
  // The person is a contact once they have confirmed.
  const message = systemMessage({ messageId, contactId: null, address, data }, now)
  const stream = systemStream('email', 'confirmation', now)
  await limitedWrite(database.kysely, applicationId, async tx => {
    await noteMessage(tx, key, messageId)
    await addMessages(tx, applicationId, [{ stream, messages: [message] }], now)
  })
  return messageId
}

/** Time for which a job waits for the outcome of its email. */
const FOLLOWED_MS = 10_000

/** Stores the outcome. Rejects while there is none. */
async function follow(deps: Deps, key: SignUpKey, messageId: string): Promise<void> {
  const { database, clock } = deps
  const fate = (await awaitResults(deps, key.applicationId, [messageId], FOLLOWED_MS)).get(messageId)
  // Whole months go with the details of what was sent.
  if (fate === undefined) return
  const { end, why } = fate
  if (end === 'sent') await noteMail(database.kysely, key, null, clock.now())
  else if (why !== null) await noteMail(database.kysely, key, storedWords(why), clock.now())
  if (end === 'waiting') throw new Error('a confirmation email waits')
}

/** Contains nothing that was typed into the form: a stranger may have typed the address, and advertising with it. */
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
