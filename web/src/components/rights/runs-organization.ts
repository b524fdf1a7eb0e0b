import type { UserDetails } from '@notifly/contracts/accounts/accounts'

const RUNNING: readonly (string | undefined)[] = ['Owner', 'Admin']

/** Whether a person runs the organization of the active application, with its bills. Only a courtesy: the server decides. */
export function runsOrganization(user: UserDetails | undefined): boolean {
  return RUNNING.includes(user?.role?.name)
}
