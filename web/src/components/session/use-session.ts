import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { type ActivityId, LEVEL, type LevelName } from '@notifly/contracts/roles/activities'
import { useSyncExternalStore } from 'react'
import { flags } from '../../api/signals.ts'
import { session } from '../../api/session.ts'

/** The signed-in user, if any. */
export function useSession(): UserDetails | undefined {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** The signed-in user. Throws without one, so use it only on pages that need a session. */
export function useUser(): UserDetails {
  const user = useSession()
  if (!user) throw new Error('this page needs a signed-in user')
  return user
}

/** The global flags that calls set: forbidden, page error, maker-checker. */
export function useFlags() {
  return useSyncExternalStore(flags.subscribe, flags.get)
}

/** Whether the user's role grants an activity at a level. Only for the interface; the server decides. */
export function can(user: UserDetails | undefined, activity: ActivityId, level: LevelName): boolean {
  const at = user?.permission_activity_list.indexOf(activity) ?? -1
  return (user?.permission_levels[at]?.[0] ?? LEVEL.none) >= LEVEL[level]
}

/** `can` for the signed-in user. */
export function useCan(activity: ActivityId, level: LevelName): boolean {
  return can(useSession(), activity, level)
}

/** Whether a write becomes a request because this user may not approve writes of the activity. */
export function isHeldFor(user: UserDetails | undefined, activity: ActivityId): boolean {
  const at = user?.permission_activity_list.indexOf(activity) ?? -1
  const [level = LEVEL.none, approve] = user?.permission_levels[at] ?? []
  return level > LEVEL.read && (user?.two_people === true || approve !== 1)
}
