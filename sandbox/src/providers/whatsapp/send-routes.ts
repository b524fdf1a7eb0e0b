import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { chanceOf } from '../../faults/chance.ts'
import { endOf } from './status-reports.ts'
import { fitTemplate, sentMessage, type Checked, type SentMessage, type Shown } from './check-message.ts'
import type { Whatsapp } from './emulator.ts'
import { storeMessage } from './thread.ts'
import { failWith, FAILURES, type GraphFailure } from './graph-error.ts'

/** POST /{number}/messages: checks a message like the Cloud API, stores it, and delivers it. */
export function addSendRoutes(app: FastifyInstance, whatsapp: Whatsapp): void {
  const { state, store, library, decisions } = whatsapp
  const attempts = new Map<string, number>()
  const second = { at: 0, messages: 0 }

  app.post<{ Params: { object: string } }>('/:object/messages', { bodyLimit: 1 << 20 }, async (request, reply) => {
    const number = request.params.object
    const { latency_ms: latencyMs } = state.dials
    if (latencyMs > 0) await wait(latencyMs)
    const parsed = sentMessage.safeParse(request.body)
    if (!parsed.success)
      return failWith(reply, { ...FAILURES.parameter, details: parsed.error.issues[0]?.message ?? '' })
    const message = parsed.data
    const to = message.to.replace(/^\+/, '')
    library.useNumber(number)
    const attempt = (attempts.get(to) ?? 0) + 1
    attempts.set(to, attempt)
    if (attempts.size > 200_000) attempts.clear()
    const failure = tooFast(whatsapp, second) ?? fateOf(whatsapp, to, attempt)
    const about = { channel: 'whatsapp', to: `+${to}` }
    if (failure !== undefined) {
      decisions.add({ ...about, outcome: failure === FAILURES.undeliverable ? 'refused' : 'put_off' })
      return failWith(reply, failure)
    }
    const checked = check(whatsapp, message, { to, number })
    if ('failure' in checked) return failWith(reply, checked.failure)
    const wamid = `wamid.${randomBytes(21).toString('base64url')}`
    const { biz_opaque_callback_data: callbackData } = message
    await storeMessage(store, { phone: `+${to}`, number, wamid, shown: checked.shown, callbackData })
    library.sent(to, number, { wamid, replies: repliesOf(checked.shown) })
    decisions.add({ ...about, outcome: 'taken', end: endOf(to, state.dials) })
    whatsapp.statusReports.start({ wamid, to, number, callbackData })
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: to }],
      messages: [{ id: wamid, ...(message.type === 'template' && { message_status: 'accepted' }) }],
    }
  })
}

function repliesOf({ buttons }: Shown): string[] {
  return buttons.filter(({ kind }) => kind === 'QUICK_REPLY').map(({ text }) => text)
}

function tooFast({ state }: Whatsapp, second: { at: number; messages: number }): GraphFailure | undefined {
  const most = state.dials.messages_per_second
  if (most === 0) return undefined
  const now = Math.floor(Date.now() / 1000)
  if (second.at !== now) Object.assign(second, { at: now, messages: 0 })
  return ++second.messages > most ? FAILURES.throughput : undefined
}

/** Temporary errors differ from attempt to attempt; whether a number is on WhatsApp does not. */
function fateOf({ state }: Whatsapp, to: string, attempt: number): GraphFailure | undefined {
  const { dials } = state
  const hits = (what: string, rate: number, which = attempt) => chanceOf(dials.seed, what, to, which) < rate
  if (hits('throttle', dials.throttle_rate)) return FAILURES.throughput
  if (hits('error', dials.error_rate)) return FAILURES.passing
  if (hits('pair', dials.pair_rate)) return FAILURES.pair
  if (hits('refused', dials.hard_bounce_rate, 0)) return FAILURES.undeliverable
  return undefined
}

function check(
  { state, library }: Whatsapp,
  message: SentMessage,
  { to, number }: { to: string; number: string },
): Checked {
  const { type, text, template } = message
  if (type === 'template' && template !== undefined) {
    return fitTemplate(state.template(template.name, template.language.code), template.components)
  }
  if (type === 'text' && text !== undefined) {
    return library.isOpen(to, number)
      ? { shown: { body: text.body, buttons: [] } }
      : { failure: FAILURES.closedSession }
  }
  return { failure: FAILURES.unsupported }
}
