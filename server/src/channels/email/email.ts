/** E-mail as a channel. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { isEmail } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { SENDER_FIELDS } from '../../lib/email-html/links.ts'
import { compileTemplate } from '../../lib/liquid/compile.ts'
import type { Channel, Source } from '../channel.ts'
import {
  compileCampaignMail,
  type EmailContent,
  freezeContent,
  type FrozenEmail,
  type SenderIdentity,
  writeAddresses,
} from './campaign-mail.ts'
import { ComposeError } from './compose/headers.ts'
import type { EmailMessage } from './message.ts'
import type { Provider } from '../provider.ts'
import { sesProvider } from './providers/ses.ts'
import type { SesConfiguration } from './providers/ses-request.ts'
import { type SmtpConfiguration, smtpProvider } from './providers/smtp.ts'
import { reasonSentence } from './reasons.ts'

type EmailConfiguration = (SmtpConfiguration | SesConfiguration) & SenderIdentity

// A provider opens what its own name stands on, so that it is never given another's settings.
const providers = { smtp: smtpProvider, aws_ses: sesProvider } as unknown as Readonly<
  Record<string, Provider<EmailConfiguration, EmailMessage>>
>

export const emailChannel: Channel<EmailContent, FrozenEmail, EmailConfiguration, EmailMessage> = {
  name: 'email',
  addressedBy: 'email',
  providers,
  sources: ({ subject, preheader = '', html, text = '' }): Source[] => [
    { field: 'subject', source: subject, kind: 'subject' },
    { field: 'preheader', source: preheader, kind: 'text' },
    { field: 'html', source: html, kind: 'html' },
    { field: 'text', source: text, kind: 'text' },
  ],
  faults,
  freeze: (content, { messageIdDomain, firstLinkNo }) => freezeContent(content, messageIdDomain, firstLinkNo),
  fieldsOf: ({ subject, html, text }) =>
    [compileTemplate(subject, 'subject'), compileTemplate(html, 'html'), compileTemplate(text, 'text')]
      .flatMap(({ fields }) => fields)
      .filter(isContactField),
  compile: (content, sender, { publicUrl, bounceDomain, attachments }) =>
    compileCampaignMail(writeAddresses(content, publicUrl), sender, attachments, {
      messageIdDomain: content.messageIdDomain,
      bounceDomain,
    }),
  isContentFault: error => error instanceof ComposeError,
  reasonSentence,
}

function faults({ subject, html, replyTo = '', isFromTemplate = false }: EmailContent): FieldFailure[] {
  const found: FieldFailure[] = []
  if (subject.trim() === '') found.push({ field: 'subject', ...sentence('fields.required') })
  if (html.trim() === '') {
    found.push({
      field: 'html',
      ...(isFromTemplate ? sentence('campaigns.emptyTemplate') : sentence('campaigns.body')),
    })
  }
  if (replyTo !== '' && !isEmail(replyTo)) found.push({ field: 'replyTo', ...sentence('fields.email') })
  return found
}

/** Those that the sender supplies are no columns and no merge fields. */
function isContactField(field: string): boolean {
  return !field.startsWith('notifly_') && !SENDER_FIELDS.some(name => name === field)
}
