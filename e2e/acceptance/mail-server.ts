/** A mail server in our own hands: it keeps what it is sent, and does wrong what a script says. */
import {
  type MisbehavingSmtp,
  type ReceivedMail,
  type SmtpScript,
  startMisbehavingSmtp,
} from '@notifly/server/testing/channels/misbehaving-smtp'
import { waitFor } from '../product/wait-for.ts'

/** Signs anybody in; otherwise as the script says. */
export async function startMailServer(script: SmtpScript = {}): Promise<MisbehavingSmtp> {
  return startMisbehavingSmtp({
    ehlo: '250-mail server\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN',
    ...script,
  })
}

/** The mail to an address whose subject fits; waits for it. */
export async function mailTo(server: MisbehavingSmtp, address: string, subject = /./): Promise<ReceivedMail> {
  const fits = (mail: ReceivedMail) =>
    mail.to === address && subject.test(/^Subject: ((?:.|\r\n[ \t])*)/m.exec(mail.content)?.[1] ?? '')
  return waitFor(`a mail to ${address}`, async () => server.mails.find(fits))
}
