import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Where replies go, if not to the product. */
  replyTo?: string
  /** Where email programs unsubscribe with one click (RFC 8058). */
  unsubscribe?: string
}

/** Sends the product's own emails. */
export interface SystemMail {
  /** Resolves once the server has accepted the email; rejects if it refuses or is unreachable. */
  send(mail: Mail): Promise<void>
  close(): void
}

interface SystemMailOptions {
  /** `smtp://` (STARTTLS if offered) or `smtps://`, with credentials. */
  smtpUrl: string
  from: string
}

/** Connects for each email: they are few, and an idle connection would time out. */
export function createSystemMail({ smtpUrl, from }: SystemMailOptions): SystemMail {
  const url = new URL(smtpUrl)
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (url.protocol === 'smtps:' ? 465 : 587) : Number(url.port),
    secure: url.protocol === 'smtps:',
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Bodies are our own text: nothing in them may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ unsubscribe, ...mail }) {
      const headers = {
        // RFC 3834: asks for no automatic replies.
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe !== undefined && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      await transport.sendMail({ from, ...mail, headers })
    },
    close: () => transport.close(),
  }
}
