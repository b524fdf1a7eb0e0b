import type { FastifyInstance } from 'fastify'
import { takeForms } from '../../http/forms.ts'
import type { MessageStore } from '../../messages/message-store.ts'
import { failureOf } from '../sms/provider-call.ts'
import { type Act, perform } from './app.ts'
import { readShown, type ShownPush } from './shown.ts'

const REMEMBERED = 5000

type Form = { Body: Record<string, string>; Params: { id: string } }

/** What was done with a push on the page, in words; undefined if nothing was. In memory only. */
export type DoneWith = (id: string) => string | undefined

/** Handles the owner's actions on the page of the phone. A push's buttons are numbered from 1. */
export async function addTaps(app: FastifyInstance, store: MessageStore): Promise<DoneWith> {
  const done = new Map<string, string>()
  await app.register(async scope => {
    takeForms(scope)
    scope.post<Form>('/phone/push/:id', async (request, reply) => {
      const { id } = request.params
      const message = store.find(id)
      const raw = message && store.raw(message.seq)
      const push = raw && readShown(raw)
      if (!push) return reply.redirect('/phone?channel=push', 303)
      const act = actOf(push, request.body)
      const problem = await perform(message.to, push, act).then(() => undefined, failureOf)
      if (done.size >= REMEMBERED) done.clear()
      done.set(id, problem ?? DONE[act.what](act.what === 'press' ? act.button.title : ''))
      return reply.redirect(`/phone?channel=push&number=${encodeURIComponent(message.to)}#n-${id}`, 303)
    })
  })
  return id => done.get(id)
}

const DONE = {
  tap: () => 'Tapped',
  dismiss: () => 'Dismissed',
  press: (title: string) => `“${title}” pressed`,
}

function actOf({ buttons }: ShownPush, { act, button }: Record<string, string>): Act {
  const pressed = buttons[Number(button) - 1]
  if (pressed !== undefined) return { what: 'press', button: pressed }
  return { what: act === 'dismiss' ? 'dismiss' : 'tap' }
}
