import type { FrozenEmail } from './email.ts'

interface WrittenMail {
  subject: string
  /** Empty: it has none. */
  html: string
  text: string
  fromName?: string | undefined
  replyTo?: string | undefined
}

/** Returns a mail that is already filled in and not tracked, as the content of a message. */
export function writtenMail({ fromName, replyTo, ...texts }: WrittenMail, senderEmail: string): FrozenEmail {
  return {
    ...texts,
    ...(fromName !== undefined && fromName.trim() !== '' && { fromName: fromName.trim() }),
    ...(replyTo !== undefined && replyTo !== '' && { replyTo }),
    messageIdDomain: senderEmail.split('@').at(-1) || 'notifly.invalid',
    isTransactional: true,
    isWritten: true,
  }
}
