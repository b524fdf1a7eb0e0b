import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  sender: string
  to: string[]
  raw: Buffer
}

/** A mail server that stores what it receives; `refuse` returns a code for recipients to refuse. */
export async function startMailbox(refuse?: (to: string) => number | undefined) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const responseCode = refuse?.(address)
      done(responseCode ? Object.assign(new Error('Refused'), { responseCode }) : null)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ sender, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, mails }
}
