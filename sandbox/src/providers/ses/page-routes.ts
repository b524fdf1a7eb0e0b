import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { formPage, shortened, specialsPanel, textField } from '../../page/form-page.ts'
import { counted } from '../../page/formats.ts'
import { html, type Html } from '../../page/html.ts'
import { takeForms } from '../../http/forms.ts'
import { sendPage } from '../../page/send-page.ts'
import { type Ses, subscriptionSchema } from './emulator.ts'
import { ACCESS_KEY_SECRET } from './signature-v4.ts'
import type { Subscription } from './state.ts'

/** Most endpoints confirm at once, and the page then says so. */
const CONFIRMED_WITHIN_MS = 2000
const LOOK_MS = 50

interface PageState {
  problem?: string
  /** Values to show in the form, after an error or suggested by a link from Notifly. */
  typed?: Record<string, string>
  isAsked?: boolean
}

const asked = z.object({
  endpoint: z.string().max(2000).optional().catch(undefined),
  access_id: z.string().max(128).catch(''),
})

/** The page on which people subscribe the product to reports. Its forms work without a script. */
export async function addSesPage(app: FastifyInstance, ses: Ses): Promise<void> {
  const { state, sns, panel } = ses

  const show = (reply: FastifyReply, said: PageState = {}) =>
    sendPage(reply, {
      title: 'SES · Sandbox',
      page: 'ses',
      body: pageBody(ses, said),
      activeFaults: panel.countActive(),
    })

  await app.register(async scope => {
    takeForms(scope)
    scope.get('/ses', async (request, reply) => {
      const { endpoint, access_id } = asked.parse(request.query)
      return show(reply, endpoint === undefined ? {} : { isAsked: true, typed: { endpoint, access_id } })
    })
    scope.post<{ Body: Record<string, string> }>('/ses/subscriptions', async (request, reply) => {
      const { remove } = request.body
      if (remove !== undefined) {
        await state.unsubscribe(remove)
        return reply.redirect('/ses', 303)
      }
      const parsed = subscriptionSchema.safeParse(request.body)
      const problem = parsed.error?.issues[0]?.message ?? ''
      if (!parsed.success) return show(reply.code(400), { problem, typed: request.body })
      const subscription = await state.subscribe(parsed.data.endpoint, parsed.data.access_id)
      sns.askToConfirm(subscription)
      await confirmation(subscription)
      return reply.redirect('/ses', 303)
    })
  })
}

async function confirmation(subscription: Subscription): Promise<void> {
  for (let waitedMs = 0; !subscription.confirmed && waitedMs < CONFIRMED_WITHIN_MS; waitedMs += LOOK_MS) {
    await wait(LOOK_MS)
  }
}

function pageBody({ state, sns }: Ses, said: PageState): Html {
  return formPage({
    title: 'Amazon SES',
    sub: 'Its API and the notifications of SNS as this sandbox plays them. Mails arrive in the inbox.',
    problem: said.problem,
    panels: html`${subscribePanel(said)}${listPanel(state.subscriptions, sns.told)}`,
    aside: specialsPanel('What to type', SPECIALS, 'The dials of e-mail hold here too; bounces are reported by SNS.'),
  })
}

const SPECIALS = {
  [ACCESS_KEY_SECRET]: 'As the secret access key: the only one that is good. Its id may be any.',
  '…@unverified.example': 'As the sender: not verified.',
  missing: 'As the configuration set: does not exist.',
}

function subscribePanel({ typed = {}, isAsked = false }: PageState): Html {
  return html`<section class="panel ${isAsked && 'asked'}" id="subscribe">
    <header><h2>Subscribe an address to reports</h2></header>
    <form class="fields" method="post" action="/ses/subscriptions">
      ${isAsked && html`<p class="ask">Notifly wants delivery reports. Subscribe to confirm.</p>`}
      ${textField({
        name: 'endpoint',
        label: 'Endpoint',
        value: typed['endpoint'] ?? '',
        help: 'The report address that Notifly shows under Settings, Platform, Email.',
      })}
      ${textField({
        name: 'access_id',
        label: 'Access key id',
        value: typed['access_id'] ?? '',
        help: 'Only mails that are sent with this key are reported; empty: all.',
        isRequired: false,
      })}
      <p class="actions"><button class="btn primary" ${isAsked && html`autofocus`}>Subscribe</button></p>
    </form>
  </section>`
}

function listPanel(subscriptions: readonly Subscription[], { delivered, lost }: Ses['sns']['told']): Html {
  return html`<section class="panel">
    <header>
      <h2>Subscriptions</h2>
      <span class="muted end">${counted(delivered, 'notification')} delivered, ${lost} given up</span>
    </header>
    ${
      subscriptions.length === 0
        ? html`<p>No subscriptions. Bounces and deliveries aren’t reported.</p>`
        : html`<ul class="entries">
            ${subscriptions.map(subscriptionRow)}
          </ul>`
    }
  </section>`
}

function subscriptionRow({ topic, endpoint, confirmed, access_id: accessId }: Subscription): Html {
  const key = accessId === null ? 'all keys' : `key ${accessId}`
  return html`<li>
    <span class="words"
      ><span class="label mono">${topic}</span><span class="help">${shortened(endpoint)}, ${key}</span></span
    >
    <span class="badge ${confirmed ? 'good' : 'mellow'}">${confirmed ? 'confirmed' : 'waits for confirmation'}</span>
    <form method="post" action="/ses/subscriptions">
      <button class="btn sm" name="remove" value="${topic}" aria-label="Remove ${topic}">Remove</button>
    </form>
  </li>`
}
