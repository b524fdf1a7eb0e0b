/** What the button "test connection" does: every step on the way to a first mail, each said in plain words. */
import type { ConfigurationTest, TestStep } from '../../provider.ts'
import { dial, resolveHost } from './dial.ts'
import { Dialogue } from './dialogue.ts'
import { envelopeAddress } from './envelope.ts'
import { encrypt, greet, secure, signIn, usesImplicitTls } from './handshake.ts'
import { replyText } from './reply.ts'
import type { SmtpSettings, SmtpTimeouts } from './settings.ts'
import { asSmtpError, replyError, SmtpError } from './smtp-error.ts'
import type { Wire } from './wire.ts'

// Somebody waits before the screen: no step may take long.
const TIMEOUTS: Pick<SmtpTimeouts, 'connectMs' | 'greetingMs' | 'commandMs'> = {
  connectMs: 5000,
  greetingMs: 5000,
  commandMs: 5000,
}

/** Walks through a connection up to an accepted sender, and hangs up. Never throws; ends at the first step that fails. */
export async function testSmtpConnection(given: SmtpSettings, senderAddress: string): Promise<ConfigurationTest> {
  const settings = { ...given, timeouts: { ...given.timeouts, ...shorter(given.timeouts) } }
  const steps: TestStep[] = []
  const hangUp: (() => void)[] = []
  try {
    const wire = await reach(steps, settings)
    hangUp.push(() => wire.quit())
    await introduce(steps, wire, settings, senderAddress)
    return { ok: true, steps }
  } catch (error) {
    const last = steps.at(-1)
    if (last !== undefined) {
      last.ok = false
      last.message = asSmtpError(error).message
    }
    return { ok: false, steps }
  } finally {
    for (const action of hangUp) action()
  }
}

async function reach(steps: TestStep[], settings: SmtpSettings): Promise<Wire> {
  const { host, port } = settings
  const addresses = await step(
    steps,
    'resolve',
    () => resolveHost(settings),
    found => `${host} is ${found.join(', ')}.`,
  )
  return step(
    steps,
    'connect',
    () => dial(settings, addresses),
    wire => `Connected to ${wire.remoteAddress}, port ${port}.`,
  )
}

async function introduce(steps: TestStep[], wire: Wire, settings: SmtpSettings, senderAddress: string): Promise<void> {
  const dialogue = new Dialogue(wire)
  const implicit = usesImplicitTls(settings)
  if (implicit)
    await step(
      steps,
      'encrypt',
      () => encrypt(wire, settings),
      () => ENCRYPTED,
    )
  const offered = await step(
    steps,
    'greet',
    () => greet(dialogue, settings),
    () => 'The server is ready for mail.',
  )
  const capabilities = implicit
    ? offered
    : await step(
        steps,
        'encrypt',
        () => secure(dialogue, settings, offered),
        () =>
          wire.isEncrypted
            ? ENCRYPTED
            : 'The connection is not encrypted: the server or these settings do not ask for it.',
      )
  await step(
    steps,
    'sign_in',
    () => signIn(dialogue, settings, capabilities),
    () =>
      settings.username === '' ? 'No user name is set, so there was no sign-in.' : `Signed in as ${settings.username}.`,
  )
  await step(
    steps,
    'sender',
    () => offerSender(dialogue, settings, senderAddress),
    answer => `${senderAddress} is accepted (${answer}).`,
  )
}

const ENCRYPTED = 'The connection is encrypted.'

async function offerSender(dialogue: Dialogue, settings: SmtpSettings, senderAddress: string): Promise<string> {
  const address = envelopeAddress(senderAddress)
  if (address === undefined) throw new SmtpError('sender_refused', senderAddress)
  const reply = await dialogue.command(`MAIL FROM:<${address}>`, settings.timeouts.commandMs)
  if (reply.code >= 300) throw replyError(reply.code === 530 ? 'sign_in_needed' : 'sender_refused', reply)
  return replyText(reply)
}

async function step<T>(
  steps: TestStep[],
  name: string,
  work: () => Promise<T>,
  words: (result: T) => string,
): Promise<T> {
  const entry: TestStep = { name, ok: true, message: '' }
  steps.push(entry)
  const result = await work()
  entry.message = words(result)
  return result
}

function shorter(timeouts: SmtpTimeouts): typeof TIMEOUTS {
  return {
    connectMs: Math.min(timeouts.connectMs, TIMEOUTS.connectMs),
    greetingMs: Math.min(timeouts.greetingMs, TIMEOUTS.greetingMs),
    commandMs: Math.min(timeouts.commandMs, TIMEOUTS.commandMs),
  }
}
