import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Whom an answer goes to, where that is not the product. */
  replyTo?: string
  /** Where mail programs stop mails like this with one click (RFC 8058). */
  unsubscribe?: string
}

/** The way out for the product's own mail. */
export interface SystemMail {
  /** Resolves once the server has taken the mail; rejects when it refuses or cannot be reached. */
  send(mail: Mail): Promise<void>
  close(): void
}

interface SystemMailOptions {
  /** `smtp://` (STARTTLS where offered) or `smtps://`, with the credentials in it. */
  smtpUrl: string
  from: string
}

/** Connects for each mail: there are few, and an idle connection would only time out. */
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
    // Mail bodies are our own text: nothing in them may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ unsubscribe, ...mail }) {
      const headers = {
        // RFC 3834: no vacation notices in answer to these.
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
