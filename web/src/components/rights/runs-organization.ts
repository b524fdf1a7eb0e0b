import type { UserDetails } from '@notifly/contracts/accounts/accounts'

const RUNNING: readonly (string | undefined)[] = ['Owner', 'Admin']

/**
 * Whether a role runs an organization: its name, applications and bills. Only for the interface; the server decides.
 */
export function roleRuns(name: string | undefined): boolean {
  return RUNNING.includes(name)
}

/** Whether the user runs the active application's organization. */
export function runsOrganization(user: UserDetails | undefined): boolean {
  return roleRuns(user?.role?.name)
}
