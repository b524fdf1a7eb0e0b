/** Sign-up forms in tests: their team's calls, and what a person does who signs up. */
import type { Contact } from '@notifly/contracts/contacts/audience'
import type { ContactConsent } from '@notifly/contracts/consent/consent'
import type { SignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { expect } from 'vitest'
import type { ApplicationOwner, Person, TestApp } from '../app.ts'

export const FORMS = '/api/audience/forms'
export const CONSENT = 'I agree to get <b>news</b> by email.'
export const EMAIL = { name: 'email' }

interface Sent {
  network?: string
  headers?: Record<string, string>
}

export function signUpsOf({ app, call, clock, mailbox, withApplication }: TestApp) {
  /** With email through the test's own mail server. */
  async function newApplication(person: Person, settings: object = { port_no: Number(new URL(mailbox.smtpUrl).port) }) {
    const who = await withApplication(person)
    const configuration_setting = {
      sender_email: 'news@shop.example',
      from_name: 'The shop',
      host: '127.0.0.1',
      security: 'none',
      ...settings,
    }
    const body = { configuration_type: 'smtp', configuration_setting }
    const { status } = await call('POST', '/api/notifications/email/configuration', { bearer: who.bearer, body })
    expect(status).toBe(201)
    return who
  }

  let names = 0

  function create({ bearer }: ApplicationOwner, content: object = {}) {
    const body = { name: `Form ${names++}`, fields: [EMAIL], consent_text: CONSENT, ...content }
    return call<{ uuid: string }>('POST', FORMS, { bearer, body })
  }

  /** Returns its id. */
  async function newForm(who: ApplicationOwner, content: object = {}): Promise<string> {
    const { body, data } = await create(who, content)
    expect(body).toMatchObject({ success: true })
    return data.uuid
  }

  let networks = 0
  /** Each has its own, so that no test uses up what another may do. */
  const newNetwork = () => `10.1.${networks >> 8}.${networks++ & 255}`

  const open = (url: string) => app.inject({ method: 'GET', url, remoteAddress: newNetwork() })

  function post(url: string, fields: Record<string, string> | string, { network = newNetwork(), headers }: Sent = {}) {
    return app.inject({
      method: 'POST',
      url,
      remoteAddress: network,
      payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }

  const tokenIn = (html: string): string => /name="form-token" value="([^"]+)"/.exec(html)?.[1] ?? ''

  /** Opens the page, takes the time of a person, and sends the fields with the box ticked. */
  async function submit(formId: string, fields: Record<string, string>, sent: Sent = {}) {
    const token = tokenIn((await open(`/f/${formId}`)).body)
    clock.advance(2000)
    return post(`/f/${formId}`, { 'form-consent': 'on', 'form-token': token, ...fields }, sent)
  }

  /** The path of the link in the next mail to this address. */
  async function linkTo(address: string): Promise<string> {
    const { text = '' } = await mailbox.next(address)
    return /\/f\/confirm\/[\w-]{64}/.exec(text)?.[0] ?? ''
  }

  async function signUp(formId: string, email: string, fields: Record<string, string> = {}): Promise<void> {
    expect((await submit(formId, { email, ...fields })).statusCode).toBe(303)
    expect((await post(await linkTo(email), '')).statusCode).toBe(303)
  }

  async function contactOf({ bearer }: ApplicationOwner, email: string): Promise<Contact | undefined> {
    return (await call<Contact[]>('GET', `/api/audience?search=${encodeURIComponent(email)}`, { bearer })).data[0]
  }

  return {
    newApplication,
    create,
    newForm,
    newNetwork,
    open,
    post,
    tokenIn,
    submit,
    linkTo,
    signUp,
    contactOf,
    readForm: async ({ bearer }: ApplicationOwner, id: string) =>
      (await call<SignUpForm>('GET', `${FORMS}/${id}`, { bearer })).data,
    async consentOf(who: ApplicationOwner, email: string): Promise<ContactConsent> {
      const contact = await contactOf(who, email)
      return (await call<ContactConsent>('GET', `/api/audience/${contact?.uuid}/consent`, { bearer: who.bearer })).data
    },
    async newTopic({ bearer }: ApplicationOwner, name: string): Promise<string> {
      return (await call<{ uuid: string }>('POST', '/api/audience/topics', { bearer, body: { name } })).data.uuid
    },
  }
}
