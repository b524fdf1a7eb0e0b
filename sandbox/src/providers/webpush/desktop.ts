import type { FastifyInstance, FastifyReply } from 'fastify'
import type { StoredMessage } from '../../messages/message.ts'
import { takeForms } from '../../http/forms.ts'
import { PICTURES, sendPage } from '../../page/send-page.ts'
import { failureOf } from '../sms/provider-call.ts'
import type { Act } from './browser.ts'
import { type Card, desktopBody } from './desktop-page.ts'
import { readStoredNotification, WEB_PUSH } from './notification.ts'
import type { WebPush } from './parts.ts'

const SHOWN = 40
const REMEMBERED = 5000

type Form = { Body: Record<string, string>; Params: { id: string } }

/** The desktop page: notifications with their buttons. Its forms need no script. */
export async function addDesktop(app: FastifyInstance, push: WebPush): Promise<void> {
  // What was done with each one here; in memory only.
  const done = new Map<string, string>()
  await app.register(async scope => {
    takeForms(scope)
    scope.get<{ Querystring: { to?: string } }>('/desktop', async (request, reply) => {
      const to = request.query.to ?? ''
      const filter = { channel: WEB_PUSH, ...(to !== '' && { to }) }
      const { total, messages } = await push.store.list(filter, 1, SHOWN)
      const cards = messages.flatMap(message => cardOf(push, message, done.get(message.id)) ?? [])
      return send(
        reply,
        push,
        desktopBody({ cards, total, strange: messages.length - cards.length, to, nowMs: Date.now() }),
      )
    })
    scope.post<Form>('/desktop/:id', async (request, reply) => {
      const { id } = request.params
      const message = push.store.find(id)
      const raw = message && push.store.raw(message.seq)
      const notification = raw && readStoredNotification(raw)
      if (!notification) return reply.redirect('/desktop', 303)
      const { act = 'click', button = '' } = request.body
      const pressed = notification.actions.find(each => each.action === button)
      const address = pressed?.navigate ?? notification.navigate
      const asked: Act = act === 'dismiss' ? { what: 'dismissed' } : { what: 'click', address }
      const problem = await push.browsers.act(notification, asked).then(() => undefined, failureOf)
      if (done.size >= REMEMBERED) done.clear()
      done.set(id, problem ?? (act === 'dismiss' ? 'Dismissed' : pressed ? `“${pressed.title}” clicked` : 'Clicked'))
      return reply.redirect(`/desktop#n-${id}`, 303)
    })
  })
}

function send(reply: FastifyReply, { panel }: WebPush, body: ReturnType<typeof desktopBody>): FastifyReply {
  return sendPage(reply, {
    title: 'Desktop · Sandbox',
    page: 'desktop',
    body,
    allow: PICTURES,
    activeFaults: panel.countActive(),
  })
}

function cardOf(
  { store }: WebPush,
  { id, seq, to, from, atMs }: StoredMessage,
  done: string | undefined,
): Card | undefined {
  const raw = store.raw(seq)
  const notification = raw && readStoredNotification(raw)
  return notification ? { id, to, from, atMs, notification, done } : undefined
}
