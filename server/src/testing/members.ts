import type { TestApp, Person } from './app.ts'

/** Ways to fill an organization with people. */
export function teamOf(kit: TestApp) {
  return {
    /** A new person (or the given one) as a member; the token they have names no application. */
    async join(organizationId: string, roleId: string, given?: Person): Promise<Person> {
      const person = given ?? (await kit.signUpAndIn())
      await kit.database.kysely
        .insertInto('member')
        .values({
          organization_id: organizationId,
          account_id: person.user.uuid,
          role_id: roleId,
          status: 'active',
          created_at: kit.clock.now(),
        })
        .execute()
      return person
    },

    /** The token of the link in the next invitation to this address. */
    async invitationToken(email: string): Promise<string> {
      const { text } = await kit.mailbox.next(email)
      const token = /\/auth\/invite\/([\w-]+)/.exec(text ?? '')?.[1]
      if (token === undefined) throw new Error(`the mail to ${email} is no invitation`)
      return token
    },
  }
}
