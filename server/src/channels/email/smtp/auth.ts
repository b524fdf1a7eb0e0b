/** AUTH PLAIN (RFC 4616) and LOGIN. Challenge-response kinds add nothing over TLS and are hardly offered any more. */
import type { Dialogue } from './dialogue.ts'
import type { EmailReason } from '../reasons.ts'
import type { Reply } from './reply.ts'
import type { SmtpSettings } from './settings.ts'
import { replyError, SmtpError } from './smtp-error.ts'

type Credentials = Pick<SmtpSettings, 'username' | 'password' | 'timeouts'>

/** Signs in with the first kind that the server offers and takes. Throws `SmtpError` with the reason in words. */
export async function authenticate(dialogue: Dialogue, credentials: Credentials, offered: string[]): Promise<void> {
  const kinds = [
    { name: 'PLAIN', run: plain },
    { name: 'LOGIN', run: login },
  ].filter(kind => offered.includes(kind.name))
  if (offered.length === 0) throw new SmtpError('sign_in_missing')
  if (kinds.length === 0) throw new SmtpError('sign_in_not_offered', offered.join(' '))
  for (const [index, kind] of kinds.entries()) {
    const reply = await kind.run(dialogue, credentials)
    if (reply.code === 235) return
    // 504 and 534: this kind is not taken; the account may still be fine with the other one.
    const tryNext = (reply.code === 504 || reply.code === 534) && index < kinds.length - 1
    if (!tryNext) throw replyError(signInReason(reply), reply)
  }
}

async function plain(dialogue: Dialogue, { username, password, timeouts }: Credentials): Promise<Reply> {
  const token = base64(`\0${username}\0${password}`)
  const first = await dialogue.command(`AUTH PLAIN ${token}`, timeouts.commandMs)
  // A server that ignores the initial response asks for it again.
  return first.code === 334 ? dialogue.command(token, timeouts.commandMs) : first
}

async function login(dialogue: Dialogue, { username, password, timeouts }: Credentials): Promise<Reply> {
  let reply = await dialogue.command('AUTH LOGIN', timeouts.commandMs)
  for (const answer of [username, password]) {
    if (reply.code !== 334) return reply
    reply = await dialogue.command(base64(answer), timeouts.commandMs)
  }
  return reply
}

function signInReason(reply: Reply): EmailReason {
  if (reply.code === 421) return 'server_closing'
  if (reply.code < 500) return 'sign_in_unavailable'
  return reply.code === 504 || reply.code === 534 ? 'sign_in_not_offered' : 'wrong_password'
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
