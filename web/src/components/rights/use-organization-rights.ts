import { type ActivityId, LEVEL, type LevelName } from '@notifly/contracts/roles/activities'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { useCallback } from 'react'
import { useReadPage } from '../../api/queries.ts'

const ORGANIZATIONS_LOOKED_AT = 100

/**
 * Whether the reader's role in an organization grants an activity at a level, whichever application is active. Without
 * an organization: in any of theirs. False while loading. Only for the interface; the server decides.
 */
export function useCanIn(): (organization: string | undefined, activity: ActivityId, level: LevelName) => boolean {
  const { data } = useReadPage(listOrganizations, { query: { per_page: ORGANIZATIONS_LOOKED_AT } })
  return useCallback(
    (organization, activity, level) =>
      data?.rows.some(
        ({ uuid, permission_set: set }) =>
          (organization ?? uuid) === uuid && (set[activity]?.[0] ?? LEVEL.none) >= LEVEL[level],
      ) === true,
    [data],
  )
}
