import type { UserDetails } from '@notifly/contracts/accounts/accounts'

const RUNNING: readonly (string | undefined)[] = ['Owner', 'Admin']

/** Whether a role runs an organization: its name, its applications, its bills. Only a courtesy: the server decides. */
export function roleRuns(name: string | undefined): boolean {
  return RUNNING.includes(name)
}

/** The same of a person in the organization of the active application. */
export function runsOrganization(user: UserDetails | undefined): boolean {
  return roleRuns(user?.role?.name)
}
