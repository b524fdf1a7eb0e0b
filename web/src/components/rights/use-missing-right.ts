import { type ActivityId, LEVEL, type LevelName } from '@notifly/contracts/roles/activities'
import { listGranters } from '@notifly/contracts/roles/roles'
import { useRead } from '../../api/queries.ts'
import { useSession } from '../session/use-session.ts'
import { useRightWords } from './activities.ts'
import { useRoleWord } from './use-role-word.ts'

/** A right that a role may lack; reading by default. */
export interface Right {
  activity: ActivityId
  level?: Exclude<LevelName, 'none'> | undefined
}

/** A missing right in words, with the role that lacks it and the people who can grant it, as far as they are known. */
export function useMissingRight({ activity, level = 'read' }: Right) {
  const words = useRightWords()
  const roleWord = useRoleWord()
  const role = useSession()?.role
  const { data: helpers } = useRead(listGranters, {})
  return {
    right: words.right(activity, LEVEL[level]),
    roleName: role ? roleWord(role.name) : undefined,
    helpers,
  }
}
