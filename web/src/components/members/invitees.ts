/** The form in which people are invited: rows of an address and a role. */
import { email, isEmail } from '@notifly/contracts/fields'
import { says } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'

/** So many people fit into one form. */
export const INVITE_FORMS = 5

export const inviteSchema = z.object({
  users: z.array(z.object({ email, role_id: z.string().check(z.minLength(1, says('fields.required'))) })),
})
export type InviteValues = z.input<typeof inviteSchema>

export const EMPTY_INVITEE: InviteValues['users'][number] = { email: '', role_id: '' }

/** Whether an address belongs to another domain than the user's own, which may be a slip. */
export function isForeignAddress(address: string, own: string): boolean {
  return isEmail(address.trim()) && domainOf(address.trim()) !== domainOf(own)
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
