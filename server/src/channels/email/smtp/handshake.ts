/**
 * Turns an open socket into a session that may send: greeting, EHLO, encryption, sign-in. Each step is a separate function, because the
 * connection test reports them one by one.
 */
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { isPrivateAddress } from '../../../lib/network/net-guard.ts'
import { dial, resolveHost } from './dial.ts'
import { Dialogue } from './dialogue.ts'
import type { Reply } from './reply.ts'
import type { SmtpSecurity, SmtpSettings } from './settings.ts'
import { asSmtpError, replyError, SmtpError } from './smtp-error.ts'
import type { SmtpSocket } from './smtp-socket.ts'
import type { EmailReason } from '../reasons.ts'

/** What the server announced that it supports. */
export interface Capabilities {
  pipelining: boolean
  startTls: boolean
  eightBit: boolean
  utf8: boolean
  /** The SIZE parameter is understood. */
  size: boolean
  /** Bytes that the server takes in one message; Infinity when it names no limit. */
  maxSizeBytes: number
  /** Kinds of sign-in, upper case. */
  auth: string[]
}

export interface AuthenticatedSocket {
  wire: SmtpSocket
  capabilities: Capabilities
}

/** Opens a connection up to the point where MAIL may be sent. Throws `SmtpError`, and then leaves nothing open. */
export async function openReadyWire(settings: SmtpSettings): Promise<AuthenticatedSocket> {
  let wire: SmtpSocket | undefined
  try {
    wire = await dial(settings, await resolveHost(settings))
    const dialogue = new Dialogue(wire)
    if (usesImplicitTls(settings)) await encrypt(wire, settings)
    const offered = await performHandshake(dialogue, settings)
    const capabilities = await secure(dialogue, settings, offered)
    await signIn(dialogue, settings, capabilities)
    return { wire, capabilities }
  } catch (error) {
    const reason = asSmtpError(error)
    wire?.close(reason)
    throw reason
  }
}

/** Whether the connection uses TLS from its first byte. */
export function usesImplicitTls(settings: SmtpSettings): boolean {
  return settings.security === 'tls' || (settings.security === 'auto' && settings.port === 465)
}

/** Encrypts the connection and checks the server's certificate. */
export async function encrypt(wire: SmtpSocket, settings: SmtpSettings): Promise<void> {
  wire.expectWithin(settings.timeouts.commandMs)
  await wire.startTls(tlsOptions(wire, settings))
  wire.expectNothing()
}

/** Waits for the greeting and introduces us. */
export async function performHandshake(dialogue: Dialogue, settings: SmtpSettings): Promise<Capabilities> {
  const greeting = await dialogue.reply(settings.timeouts.greetingMs)
  if (greeting.code !== 220) throw replyError(greeting.code === 421 ? 'server_closing' : 'server_refused', greeting)
  return introduce(dialogue, settings)
}

/** Runs STARTTLS as the chosen security requires. Returns what the server announces afterwards. */
export async function secure(dialogue: Dialogue, settings: SmtpSettings, offered: Capabilities): Promise<Capabilities> {
  const { wire } = dialogue
  if (wire.isEncrypted || settings.security === 'none') return offered
  if (!offered.startTls) {
    if (settings.security === 'starttls') throw new SmtpError('starttls_missing')
    return offered
  }
  const reply = await dialogue.command('STARTTLS', settings.timeouts.commandMs)
  if (reply.code !== 220) throw replyError('tls_failed', reply)
  await encrypt(wire, settings)
  // What was offered in clear text does not count any more (RFC 3207 section 4.2).
  return introduce(dialogue, settings)
}

/**
 * Signs in if there is a user name. Throws rather than sending the password in clear text beyond the private network, unless the settings
 * allow that.
 */
export async function signIn(dialogue: Dialogue, settings: SmtpSettings, capabilities: Capabilities): Promise<void> {
  if (settings.username === '') return
  const { isEncrypted, remoteAddress } = dialogue.wire
  if (!maySendPassword(settings.security, isEncrypted, remoteAddress)) throw new SmtpError('clear_text_refused')
  await authenticate(dialogue, settings, capabilities.auth)
}

/** Whether credentials may be sent over a connection to this address. */
export function maySendPassword(security: SmtpSecurity, isEncrypted: boolean, remoteAddress: string): boolean {
  return isEncrypted || security === 'none' || isPrivateAddress(remoteAddress)
}

async function introduce(dialogue: Dialogue, settings: SmtpSettings): Promise<Capabilities> {
  const { commandMs } = settings.timeouts
  const ehlo = await dialogue.command(`EHLO ${settings.hostname}`, commandMs)
  if (ehlo.code === 250) return readCapabilities(ehlo)
  if (ehlo.code < 500) throw replyError(ehlo.code === 421 ? 'server_closing' : 'server_refused', ehlo)
  const helo = await dialogue.command(`HELO ${settings.hostname}`, commandMs)
  if (helo.code !== 250) throw replyError('server_refused', helo)
  return readCapabilities({ ...helo, lines: [] })
}

function readCapabilities(reply: Reply): Capabilities {
  const offers = new Map<string, string[]>()
  for (const line of reply.lines.slice(1)) {
    // Some old servers write AUTH=LOGIN.
    const [keyword = '', ...parameters] = line.toUpperCase().split(/[ =]+/)
    offers.set(keyword, [...(offers.get(keyword) ?? []), ...parameters])
  }
  const sizeBytes = Number(offers.get('SIZE')?.[0] ?? 0)
  return {
    pipelining: offers.has('PIPELINING'),
    startTls: offers.has('STARTTLS'),
    eightBit: offers.has('8BITMIME'),
    utf8: offers.has('SMTPUTF8'),
    size: offers.has('SIZE'),
    maxSizeBytes: sizeBytes > 0 ? sizeBytes : Infinity,
    auth: offers.get('AUTH') ?? [],
  }
}

function tlsOptions(wire: SmtpSocket, settings: SmtpSettings): ConnectionOptions {
  const { host, certificateAuthorities: ca } = settings
  // With "auto" inside a private network clear text would do as well, so a certificate without a trusted issuer is no loss.
  const strict =
    ca !== undefined ||
    settings.security !== 'auto' ||
    usesImplicitTls(settings) ||
    !isPrivateAddress(wire.remoteAddress)
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: strict,
  }
}

// AUTH PLAIN (RFC 4616) and LOGIN. Challenge-response kinds add nothing over TLS and are hardly offered any more.

type Credentials = Pick<SmtpSettings, 'username' | 'password' | 'timeouts'>

/** Signs in with the first mechanism that the server offers and accepts. Throws `SmtpError` with the reason. */
async function authenticate(dialogue: Dialogue, credentials: Credentials, offered: string[]): Promise<void> {
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
