import { countPending, type SettingsObject } from '@notifly/contracts/approvals/approvals'
import { useRead } from '../../api/queries.ts'

export interface Settings {
  object: SettingsObject
  /** Of a channel's settings, the channel; absent: any of the kind. */
  id?: string
}

/**
 * The request that is open on settings, also while there are none yet that could name it, and whoever asked. `of` are those
 * that the page shows; one of them is enough.
 */
export function usePendingOf(...of: readonly Settings[]): string | undefined {
  const waiting = useRead(countPending, {}).data?.flatMap(({ settings }) => settings)
  return waiting?.find(each => of.some(({ object, id = each.id }) => object === each.object && id === each.id))
    ?.approval_uuid
}
