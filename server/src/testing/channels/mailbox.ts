import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server of the test's own that keeps what it is sent. */
export interface Mailbox {
  smtpUrl: string
  /** The oldest email to this address that was not taken yet; waits for it. Each mail is answered once. */
  next(address: string): Promise<Email>
  /** The token of the link in the next mail to this address. */
  nextToken(address: string): Promise<string>
  /** How many mails to this address wait to be taken. */
  waiting(address: string): number
  close(): Promise<void>
}

const PATIENCE_MS = 10_000

/** Starts a mail server on a free port of the loopback address. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: { to: string; mail: Email }[] = []
  const arrivals = new EventTarget()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void (async () => {
        const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()))
        for (const recipient of session.envelope.rcptTo) mails.push({ to: recipient.address.toLowerCase(), mail })
        arrivals.dispatchEvent(new Event('mail'))
        done()
      })()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  const mailbox: Mailbox = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    async next(address) {
      const deadline = AbortSignal.timeout(PATIENCE_MS)
      for (;;) {
        const at = mails.findIndex(({ to }) => to === address.toLowerCase())
        const [found] = at === -1 ? [] : mails.splice(at, 1)
        if (found !== undefined) return found.mail
        await once(arrivals, 'mail', { signal: deadline }).catch(() => {
          throw new Error(`no mail to ${address} came within ${PATIENCE_MS} ms`)
        })
      }
    },
    async nextToken(address) {
      const { text } = await mailbox.next(address)
      const token = /[?&]token=([\w-]+)/.exec(text ?? '')?.[1]
      if (token === undefined) throw new Error(`the mail to ${address} has no link with a token`)
      return token
    },
    waiting: address => mails.filter(({ to }) => to === address.toLowerCase()).length,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return mailbox
}
