/** Creates people with accounts, organizations and applications through the API, for journeys that begin later. */
import { randomUUID } from 'node:crypto'
import { login, signUp, verifyEmail, type Locale } from '@notifly/contracts/accounts/accounts'
import { saveApplication, switchApplication } from '@notifly/contracts/applications/applications'
import { acceptInvitation, inviteMembers } from '@notifly/contracts/members/members'
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import { createRole } from '@notifly/contracts/roles/roles'
import { createOrganization } from '@notifly/contracts/organizations/organizations'
import { apiAt, type Api } from './api.ts'
import { sandboxAt, type Mail } from './sandbox.ts'

export const PASSWORD = 'Correct-horse-7'

/** The addresses of the product. */
export interface Addresses {
  url: string
  sandboxUrl: string
}

export interface Person {
  name: string
  email: string
}

export interface Owner extends Person {
  /** Bearer token for the application. */
  token: string
  slug: string
  api: Api
}

/** An address that no other test of the run has. */
export function newEmail(): string {
  return `person-${randomUUID().slice(0, 8)}@example.com`
}

/** Operators of the installation, by the test that uses each: no other person of the run can see its engine. */
export const OPERATORS = {
  pages: 'operator-pages@example.com',
  hostileNames: 'operator-hostile.names@example.com',
  languages: 'operator-languages@example.com',
  screens: 'operator-screens@example.com',
} as const

/** The token in the link of a mail from the product. */
export function tokenIn(mail: Mail): string {
  const link = mail.links.find(each => each.includes('token='))
  if (link === undefined) throw new Error(`No link with a token in "${mail.subject}"`)
  return new URL(link).searchParams.get('token') ?? ''
}

/** The token in the link of an invitation. */
export function invitationIn(mail: Mail): string {
  const token = mail.links.map(each => /\/auth\/invite\/([\w-]+)/.exec(each)?.[1]).find(each => each !== undefined)
  if (token === undefined) throw new Error(`No invitation in "${mail.subject}"`)
  return token
}

/** A person whose address is verified, not signed in. */
export async function newPerson(
  product: Addresses,
  name = 'Asha Raman',
  locale: Locale = 'en',
  email = newEmail(),
): Promise<Person> {
  const api = apiAt(product.url)
  await api(signUp, { body: { name, email, password: PASSWORD, locale } })
  await api(verifyEmail, { params: { token: tokenIn(await sandboxAt(product.sandboxUrl).mailTo(email)) } })
  return { name, email }
}

/** A token for a person's application. */
export async function tokenFor(product: Addresses, { email }: Person, slug: string): Promise<string> {
  const api = apiAt(product.url)
  const { token } = await api(login, { body: { email, password: PASSWORD } })
  return (await api(switchApplication, { token, params: { uuid: slug } })).token
}

/** A person who owns an organization with one application. */
export async function newOwner(
  product: Addresses,
  person?: Person,
  application = 'Lumen Store',
  organization = 'Lumen Group',
): Promise<Owner> {
  const { name, email } = person ?? (await newPerson(product))
  const api = apiAt(product.url)
  const { token: first } = await api(login, { body: { email, password: PASSWORD } })
  const { org_id } = await api(createOrganization, { token: first, body: { name: organization } })
  const { app_id } = await api(saveApplication, {
    token: first,
    // Campaigns go out without a wait.
    body: { name: application, organization_uuid: org_id, undo_seconds: 0 },
  })
  const { token } = await api(switchApplication, { token: first, params: { uuid: app_id } })
  return { name, email, token, slug: app_id, api }
}

/** Creates a role of the owner's organization with these rights. Returns its id. */
export async function newRole({ api, token }: Owner, name: string, rights: PermissionSet): Promise<string> {
  const body = { name, group: 1, slaOptions: 1, slaDuration: 15, permission_set: rights } as const
  return (await api(createRole, { token, body })).uuid
}

/** Roles that every organization has. */
export const ROLES = {
  owner: '00000000-0000-7000-8000-000000000001',
  admin: '00000000-0000-7000-8000-000000000002',
  creator: '00000000-0000-7000-8000-000000000003',
  validator: '00000000-0000-7000-8000-000000000004',
} as const

/** One of them, or a role of the organization's own. */
type RoleName = keyof typeof ROLES | { uuid: string }

/** Invites an address into the owner's organization. Returns the invitation's id and the token of its link. */
export async function invite(
  product: Addresses,
  { api, token }: Owner,
  email: string,
  role: RoleName = 'creator',
): Promise<{ uuid: string; link: string }> {
  const role_id = typeof role === 'string' ? ROLES[role] : role.uuid
  const [invited] = await api(inviteMembers, { token, body: { users: [{ email, role_id }] } })
  const mail = await sandboxAt(product.sandboxUrl).mailTo(email, ({ text }) => text.includes('/auth/invite/'))
  return { uuid: invited?.uuid ?? '', link: invitationIn(mail) }
}

/** Creates a person who has joined the owner's organization. Returns them with their id and a token. */
export async function newMember(
  product: Addresses,
  owner: Owner,
  role: RoleName = 'creator',
  name = 'Meera Joshi',
): Promise<Person & { uuid: string; token: string }> {
  const email = newEmail()
  const { link } = await invite(product, owner, email, role)
  const { uuid, token } = await owner.api(acceptInvitation, {
    params: { token: link },
    body: { name, password: PASSWORD },
  })
  return { name, email, uuid, token }
}
