/**
 * Writes that cannot succeed with a request made from the document alone: they need a link from a mail, a code, another session, or an
 * object that may be removed. Each is prepared through the API, and returns the request that performs it.
 */
import { randomUUID } from 'node:crypto'
import { listSessions, reauthenticate, toggleMfa } from '@notifly/contracts/accounts/security'
import { forgotPassword, login } from '@notifly/contracts/accounts/accounts'
import { saveApplication, UNDO_SECONDS_MAX } from '@notifly/contracts/applications/applications'
import { createSegment } from '@notifly/contracts/contacts/audience'
import { createContact } from '@notifly/contracts/contacts/contacts'
import type { HeldAnswer } from '@notifly/contracts/approvals/holding'
import { beginSso, connectSso, listSsoProviders } from '@notifly/contracts/sso/sso'
import { createSignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { createTemplate } from '@notifly/contracts/templates/templates'
import { createTopic } from '@notifly/contracts/topics/topics'
import { type Addresses, invite, newEmail, newMember, PASSWORD, ROLES, tokenIn } from '../product/people.ts'
import { sandboxAt } from '../product/sandbox.ts'
import { importAudience, saveTemplate } from '../product/seeds.ts'
import { codeOf } from '../product/totp.ts'
import { waitFor } from '../product/wait-for.ts'
import { launch, progress } from './campaigns.ts'
import { CAMPAIGN_WRITES } from './campaign-writes.ts'
import { CHANNEL_WRITES } from './channel-writes.ts'
import { furtherApplication, type Prepare } from './prepared-write.ts'
import { BILLING_WRITES } from './billing-writes.ts'
import { IMAGE_WRITES } from './image-writes.ts'
import { BLOCK_WRITES } from './block-writes.ts'
import { SITE_WRITES } from './site-writes.ts'
import { WEBHOOK_WRITES } from './webhook-writes.ts'
import { WHATSAPP_WRITES } from './whatsapp-writes.ts'
import type { World } from './world.ts'

/** The password that these writes set. */
export const NEW_PASSWORD = 'Correct-horse-9'

const ACCOUNTS: Record<string, Prepare> = {
  'POST /authP/login': async (world, product) => {
    const { email } = await colleague(world, product)
    return { token: null, body: { email, password: PASSWORD } }
  },
  'POST /authP/logout': async (world, product) => {
    const { email } = await colleague(world, product)
    return { token: null, headers: await signedInBrowser(product, email) }
  },
  'POST /authP/reset-password': async (world, product) => {
    const { email } = await colleague(world, product)
    await world.owner.api(forgotPassword, { body: { email } })
    const mail = await sandboxAt(product.sandboxUrl).mailTo(email, ({ text }) => text.includes('/auth/new-password'))
    return { token: null, body: { token: tokenIn(mail), password: NEW_PASSWORD } }
  },
  'POST /authP/change-password': async (world, product) => {
    const { token } = await colleague(world, product)
    return { token, body: { new_password: NEW_PASSWORD, password: PASSWORD } }
  },
  'DELETE /authP/sessions': async (world, product) => {
    const { email, token } = await colleague(world, product)
    await world.owner.api(login, { body: { email, password: PASSWORD } })
    return { token }
  },
  'DELETE /authP/sessions/{uuid}': async (world, product) => {
    const { email, token } = await colleague(world, product)
    await world.owner.api(login, { body: { email, password: PASSWORD } })
    const sessions = await world.owner.api(listSessions, { token })
    return { token, params: { uuid: sessions.find(each => !each.is_current)?.uuid ?? '' } }
  },
  'POST /authP/mfa-toggle': async (world, product) => {
    const { token } = await colleague(world, product)
    const { secret = '' } = await world.owner.api(toggleMfa, { token, body: { enable: true, password: PASSWORD } })
    return { token, body: { enable: true, password: PASSWORD, otp: codeOf(secret) } }
  },
  'POST /authP/recovery-codes': async (world, product) => {
    const { token } = await colleague(world, product)
    const body = { enable: true, password: PASSWORD }
    const { secret = '' } = await world.owner.api(toggleMfa, { token, body })
    const on = await world.owner.api(toggleMfa, { token, body: { ...body, otp: codeOf(secret) } })
    return { token, body: { password: PASSWORD, otp: on.recovery_codes?.[0] } }
  },
  'DELETE /authP/user-delete': async (world, product) => {
    const { token } = await colleague(world, product)
    await world.owner.api(reauthenticate, { token, body: { password: PASSWORD } })
    return { token }
  },
  // An address that is this test's alone: one address gets a few invitations an hour.
  'POST /authP/invite': async ({ owner }) => ({
    token: owner.token,
    body: { users: [{ email: newEmail(), role_id: ROLES.creator }] },
  }),
  'POST /authP/invite/{token}': async ({ owner }, product) => {
    const { link } = await invite(product, owner, newEmail(), 'validator')
    return { token: null, params: { token: link }, body: { name: 'Meera Joshi', password: PASSWORD } }
  },
  'POST /authP/sso/connections': async (world, product) => {
    const { token, email } = await colleague(world, product)
    return { token, body: await backFromLinkedin(world, email, token) }
  },
  'POST /authP/verify': async (world, product) => {
    const { token, email } = await colleague(world, product)
    await world.owner.api(connectSso, { token, body: await backFromLinkedin(world, email, token) })
    return { token: null, body: await backFromLinkedin(world, email) }
  },
  'DELETE /authP/sso/connections': async (world, product) => {
    const { token, email } = await colleague(world, product)
    await world.owner.api(connectSso, { token, body: await backFromLinkedin(world, email, token) })
    return { token, query: { provider: 'linkedin' } }
  },
}

const APPLICATIONS: Record<string, Prepare> = {
  'POST /authP/organization': async () => ({
    body: { name: 'Second Group' },
    organization: ({ org_id: id }) => id,
  }),
  'DELETE /api/verticals': async world => {
    const { app_id } = await furtherApplication(world, 'Passing Store')
    await world.owner.api(reauthenticate, { token: world.owner.token, body: { password: PASSWORD } })
    return { query: { application_uuid: app_id }, body: { name: 'Passing Store' } }
  },
  'DELETE /api/approvals/{uuid}': async (world, product) => {
    const { token } = await newMember(product, world.owner, 'creator')
    const body = { type: 'Email', name: `Wish ${randomUUID()}`, html: '<p>Hello</p>' } as const
    const held: unknown = await world.owner.api(createTemplate, { token, body })
    return { token, params: { uuid: (held as HeldAnswer).approval_uuid } }
  },
}

const AUDIENCE: Record<string, Prepare> = {
  'PUT /api/audience/merge-fields': async world => {
    await importAudience(world.owner, 'email,plan\nplan@example.com,gold', 'With plans')
    return { body: { name: 'plan', new_name: 'tier' } }
  },
  'POST /api/audience/merge-fields/merge': async world => {
    await importAudience(world.owner, 'email,colour,color\ncolour@example.com,red,blue', 'With colours')
    return { body: { name: 'colour', into: 'color' } }
  },
  'DELETE /api/audience/merge-fields': async world => {
    await importAudience(world.owner, 'email,shoe\nshoe@example.com,44', 'With shoes')
    return { query: { name: 'shoe' } }
  },
  'DELETE /api/audience/segment': async world => {
    const { api, token } = world.owner
    const body = { segment_name: `Passing ${randomUUID()}`, contact_uuids: [await newContact(world)] }
    const { segment_uuid } = await api(createSegment, { token, body })
    return { query: { segment_uuid } }
  },
  'DELETE /api/audience/topics': async ({ owner: { api, token } }) => {
    const { uuid } = await api(createTopic, { token, body: { name: 'Passing topic', description: '' } })
    return { query: { uuid } }
  },
  'POST /api/audience/forms': async () => ({ body: formBody() }),
  'PUT /api/audience/forms/{uuid}': async world => ({
    params: { uuid: await newForm(world) },
    body: { ...formBody(), title: 'Get our news' },
  }),
  'DELETE /api/audience/forms/{uuid}': async world => ({ params: { uuid: await newForm(world) } }),
  'POST /api/audience/delete': async world => ({ body: { contact_uuids: [await newContact(world)] } }),
  'POST /api/audience/segment/add': async world => ({
    body: { contact_uuids: [await newContact(world)], segment_name: `Added ${randomUUID()}` },
  }),
  'POST /api/audience/segment/remove': async world => ({
    body: { contact_uuids: [world.ids.contact], segment_uuid: world.ids.others },
  }),
  'POST /api/audience/unsubscribe': async world => ({
    body: { contact_uuids: [await newContact(world)], channels: ['email'], reason: 'asked for it' },
  }),
  'POST /api/audience/{uuid}/erase': async world => ({ params: { uuid: await newContact(world) }, body: {} }),
  'DELETE /api/template': async ({ owner }) => ({
    query: {
      template_uuid: await saveTemplate(owner, { name: 'Passing', subject: 'Passing', html: '<p>Passing</p>' }),
    },
  }),
}

const CAMPAIGNS: Record<string, Prepare> = {
  'POST /api/notifications/schedule/email/undo': async ({ owner, mark }) => {
    const { api, token, slug } = owner
    const segment = await importAudience(owner, 'email\none@example.com', 'Undone')
    const waits = (undo_seconds: number) =>
      api(saveApplication, { token, body: { uuid: slug, name: `${mark} Store`, undo_seconds } })
    await waits(UNDO_SECONDS_MAX)
    const uuid = await launch(owner, { name: 'Undone', segment })
    await waits(0)
    return { body: { uuid } }
  },
  'POST /api/notifications/schedule/email/winner': async ({ owner }) => {
    const segment = await importAudience(owner, 'email\none@example.com\ntwo@example.com\nthree@example.com', 'Tested')
    const ab_test = { part: 'subject', variants: ['One', 'Two'], share: 5, metric: 'opened', after_hours: 4 }
    const uuid = await launch(owner, { name: 'Tested', segment, ab_test })
    await waitFor(
      'the test of the run',
      async () => (await progress(owner, uuid))?.ab_test?.state === 'running' || undefined,
    )
    return { body: { uuid, variant: 2 } }
  },
}

/** By method and path. */
export const PREPARED_WRITES: Record<string, Prepare> = {
  ...ACCOUNTS,
  ...APPLICATIONS,
  ...AUDIENCE,
  ...CAMPAIGNS,
  ...CAMPAIGN_WRITES,
  ...CHANNEL_WRITES,
  ...BLOCK_WRITES,
  ...BILLING_WRITES,
  ...IMAGE_WRITES,
  ...SITE_WRITES,
  ...WEBHOOK_WRITES,
  ...WHATSAPP_WRITES,
}

/** Creates a person with a session that may end. */
function colleague({ owner }: World, product: Addresses) {
  return newMember(product, owner, 'validator', 'Nadia Rao')
}

/** The headers that a browser sends from the dashboard's own pages. */
async function signedInBrowser({ url }: Addresses, email: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/authP/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookies = response.headers.getSetCookie().map(cookie => cookie.split(';')[0])
  return { Cookie: cookies.join('; '), Origin: url }
}

/** LinkedIn's redirect after the visitor chose to be this person there; with a token, the visit connects the account. */
async function backFromLinkedin({ owner: { api } }: World, email: string, token?: string) {
  const provider = 'linkedin' as const
  const options = await api(listSsoProviders)
  const option = options.find(each => each.provider === provider)
  if (option === undefined) throw new Error('LinkedIn is not set up')
  if (token !== undefined) await api(reauthenticate, { token, body: { password: PASSWORD } })
  const { state } = await api(beginSso, { params: { provider }, ...(token !== undefined && { token }) })
  const { authorize_url, client_id, redirect_uri, scope } = option
  const chosen = { choice: 'person', name: 'Nadia Rao', email, assertion: 'verified' }
  const asked = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope, state, ...chosen })
  const answer = await fetch(`${authorize_url}?${asked}`, { redirect: 'manual' })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return { provider, code, redirect_uri, state }
}

async function newContact({ owner: { api, token } }: World): Promise<string> {
  return (await api(createContact, { token, body: { email: newEmail() } })).uuid
}

const formBody = () => ({ name: `Form ${randomUUID()}`, fields: [{ name: 'email' }], consent_text: 'I agree' })

async function newForm({ owner: { api, token } }: World): Promise<string> {
  return (await api(createSignUpForm, { token, body: formBody() })).uuid
}
