/** "Test connection" of SMTP: every step up to a first mail, and that mail itself, each explained in plain words. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { ConfigurationTest, TestStep } from '../../provider.ts'
import { type EmailReason, reasonSentence } from '../reasons.ts'
import { dial, resolveHost } from './dial.ts'
import { Dialogue } from './dialogue.ts'
import { envelopeAddress } from './envelope.ts'
import { encrypt, performHandshake, openReadyWire, secure, signIn, usesImplicitTls } from './handshake.ts'
import type { AuthenticatedSocket } from './handshake.ts'
import { ONE_AT_A_TIME } from './connection.ts'
import { requiresSignIn } from './outcomes.ts'
import { replyText } from './reply.ts'
import type { Reply } from './reply.ts'
import type { SmtpSettings, SmtpTimeouts } from './settings.ts'
import { asSmtpError, replyError, SmtpError } from './smtp-error.ts'
import { sendTestMessages } from './test-messages.ts'
import type { TestMessages } from './test-messages.ts'
import type { SmtpSocket } from './smtp-socket.ts'

// A person waits for the result: no step may take long.
const TIMEOUTS: Pick<SmtpTimeouts, 'connectMs' | 'greetingMs' | 'commandMs' | 'finalDotMs'> = {
  connectMs: 5000,
  greetingMs: 5000,
  commandMs: 5000,
  // The content may be looked at for spam before it is answered.
  finalDotMs: 15_000,
}
/** For the whole test: ends one whose server responds to every step only at the last moment. */
const WHOLE_TEST_MS = 45_000

/** Opens a connection, sends two messages to the sender's own address, and hangs up. Never throws; ends at the first step that fails. */
export async function testSmtpConnection(
  given: SmtpSettings,
  senderAddress: string,
  wholeTestMs = WHOLE_TEST_MS,
): Promise<ConfigurationTest> {
  const settings = { ...given, timeouts: { ...given.timeouts, ...shorter(given.timeouts) } }
  const steps: TestStep[] = []
  const wires: SmtpSocket[] = []
  let isOver = false
  const reopen = async (): Promise<AuthenticatedSocket> => {
    const ready = await openReadyWire(settings)
    wires.push(ready.wire)
    if (isOver) throw new SmtpError('timeout')
    return ready
  }
  const timer = setTimeout(() => {
    isOver = true
    for (const wire of wires) wire.close(new SmtpError('timeout'))
  }, wholeTestMs)
  try {
    const wire = await reach(steps, settings)
    wires.push(wire)
    const ready = await introduce(steps, wire, settings, senderAddress)
    const { oneAtATime, refusal } = await sendMessages(steps, senderAddress, () =>
      sendTestMessages(ready, settings, senderAddress, reopen),
    )
    if (refusal !== undefined && !oneAtATime) return { ok: true, steps }
    // Empty: what was known before is no longer true.
    return { ok: true, steps, learnt: oneAtATime ? ONE_AT_A_TIME : { one_at_a_time: '' } }
  } catch (error) {
    return { ok: false, steps: endedBy(asSmtpError(error), steps) }
  } finally {
    clearTimeout(timer)
    for (const wire of wires) wire.quit()
  }
}

/** Errors of a port on which no mail server listens. */
const UNANSWERED = new Set<EmailReason>([
  'connection_refused',
  'host_unreachable',
  'connection_timeout',
  'connection_lost',
  'timeout',
  'tls_failed',
  'protocol_error',
])

/**
 * Returns the steps with the one that failed. Until a mail server has greeted us, all failures read the same: whether a port is closed,
 * filtered or used by another service would tell a tenant about networks of others, and the advice is the same.
 */
function endedBy({ reason, words }: SmtpError, steps: readonly TestStep[]): TestStep[] {
  const [resolved, ...others] = steps
  const isGreeted = others.slice(0, -1).some(({ name }) => name === 'greet')
  if (resolved !== undefined && others.length > 0 && !isGreeted && UNANSWERED.has(reason)) {
    return [resolved, { name: 'connect', ok: false, words: reasonSentence('mail_server_missing') }]
  }
  return steps.map((step, index) => (index === steps.length - 1 ? { ...step, ok: false, words } : step))
}

async function reach(steps: TestStep[], settings: SmtpSettings): Promise<SmtpSocket> {
  const { host, port } = settings
  const addresses = await step(
    steps,
    'resolve',
    () => resolveHost(settings),
    found => sentence('connection.resolved', { host, addresses: found.join(', ') }),
  )
  return step(
    steps,
    'connect',
    () => dial(settings, addresses),
    wire => sentence('connection.connected', { address: wire.remoteAddress, port: String(port) }),
  )
}

async function introduce(
  steps: TestStep[],
  wire: SmtpSocket,
  settings: SmtpSettings,
  senderAddress: string,
): Promise<AuthenticatedSocket> {
  const dialogue = new Dialogue(wire)
  const implicit = usesImplicitTls(settings)
  if (implicit)
    await step(
      steps,
      'encrypt',
      () => encrypt(wire, settings),
      () => encryption(wire),
    )
  const offered = await step(
    steps,
    'greet',
    () => performHandshake(dialogue, settings),
    () => sentence('connection.ready'),
  )
  const capabilities = implicit
    ? offered
    : await step(
        steps,
        'encrypt',
        () => secure(dialogue, settings, offered),
        () => encryption(wire),
      )
  await step(
    steps,
    'sign_in',
    () => signIn(dialogue, settings, capabilities),
    () =>
      settings.username === ''
        ? sentence('connection.noUser')
        : sentence('connection.signedIn', { name: settings.username }),
  )
  await step(
    steps,
    'sender',
    () => offerSender(dialogue, settings, senderAddress),
    answer => sentence('connection.senderAccepted', { address: senderAddress, answer }),
  )
  return { wire, capabilities }
}

function encryption(wire: SmtpSocket): Sentence {
  if (!wire.isEncrypted) return sentence('connection.clear')
  return wire.isAuthenticated ? sentence('connection.encrypted') : sentence('connection.unchecked')
}

function sendMessages(
  steps: TestStep[],
  senderAddress: string,
  send: () => Promise<TestMessages>,
): Promise<TestMessages> {
  return step(steps, 'messages', send, ({ oneAtATime, refusal }) => {
    if (refusal !== undefined) return sentence('connection.testRefused', { address: senderAddress, answer: refusal })
    return oneAtATime
      ? sentence('connection.oneAtATime', { address: senderAddress })
      : sentence('connection.inOneGo', { address: senderAddress })
  })
}

async function offerSender(dialogue: Dialogue, settings: SmtpSettings, senderAddress: string): Promise<string> {
  const address = envelopeAddress(senderAddress)
  if (address === undefined) throw new SmtpError('sender_refused', senderAddress)
  const reply = await dialogue.command(`MAIL FROM:<${address}>`, settings.timeouts.commandMs)
  if (reply.code >= 300) throw replyError(reasonOf(reply), reply)
  const reset = await dialogue.command('RSET', settings.timeouts.commandMs)
  if (reset.code >= 300) throw replyError('protocol_error', reset)
  return replyText(reply)
}

function reasonOf(reply: Reply): EmailReason {
  if (reply.code === 530) return 'sign_in_needed'
  if (reply.code === 503) return requiresSignIn(reply) ? 'sign_in_needed' : 'bad_sequence'
  return 'sender_refused'
}

async function step<T>(
  steps: TestStep[],
  name: string,
  work: () => Promise<T>,
  words: (result: T) => Sentence,
): Promise<T> {
  const entry: TestStep = { name, ok: true, words: '' }
  steps.push(entry)
  const result = await work()
  entry.words = words(result)
  return result
}

function shorter(timeouts: SmtpTimeouts): typeof TIMEOUTS {
  return {
    connectMs: Math.min(timeouts.connectMs, TIMEOUTS.connectMs),
    greetingMs: Math.min(timeouts.greetingMs, TIMEOUTS.greetingMs),
    commandMs: Math.min(timeouts.commandMs, TIMEOUTS.commandMs),
    finalDotMs: Math.min(timeouts.finalDotMs, TIMEOUTS.finalDotMs),
  }
}
