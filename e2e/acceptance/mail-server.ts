/** A mail server of the tests: it stores the mails that it receives, and misbehaves as a script says. */
import {
  type MisbehavingSmtp,
  type ReceivedMail,
  type SmtpScript,
  startMisbehavingSmtp,
} from '@notifly/server/testing/channels/misbehaving-smtp'
import { waitFor } from '../product/wait-for.ts'

/** Accepts every sign-in; otherwise it behaves as the script says. */
export async function startMailServer(script: SmtpScript = {}): Promise<MisbehavingSmtp> {
  return startMisbehavingSmtp({
    ehlo: '250-mail server\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN',
    ...script,
  })
}

/** The mail to an address with a matching subject; waits for it. */
export async function mailTo(server: MisbehavingSmtp, address: string, subject = /./): Promise<ReceivedMail> {
  const fits = (mail: ReceivedMail) =>
    mail.to === address && subject.test(/^Subject: ((?:.|\r\n[ \t])*)/m.exec(mail.content)?.[1] ?? '')
  return waitFor(`a mail to ${address}`, async () => server.mails.find(fits))
}
