/** People who join an owner's organization by its invitation, with a role. */
import { acceptInvitation, inviteMembers } from '@notifly/contracts/members/members'
import { createRole } from '@notifly/contracts/roles/roles'
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import { type Addresses, newEmail, type Owner, PASSWORD, type Person } from './people.ts'
import { sandboxAt } from './sandbox.ts'

/** A role of the owner's organization with these rights; answers its id. */
export async function newRole({ api, token }: Owner, name: string, rights: PermissionSet): Promise<string> {
  const body = { name, group: 1, slaOptions: 1, slaDuration: 15, permission_set: rights } as const
  return (await api(createRole, { token, body })).uuid
}

/** Somebody new, invited with a role, who has followed the link of the mail. */
export async function newColleague(
  product: Addresses,
  { api, token }: Owner,
  role: string,
  name = 'Ravi Menon',
): Promise<Person> {
  const email = newEmail()
  await api(inviteMembers, { token, body: { users: [{ email, role_id: role }] } })
  const { links } = await sandboxAt(product.sandboxUrl).mailTo(email)
  const link = links.find(each => each.includes('/auth/invite/'))
  if (link === undefined) throw new Error(`the invitation of ${email} has no link`)
  const invitation = new URL(link).pathname.split('/').at(-1) ?? ''
  await api(acceptInvitation, { params: { token: invitation }, body: { name, password: PASSWORD } })
  return { name, email }
}
