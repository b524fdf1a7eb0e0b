import type { Usage } from '@notifly/contracts/billing/plans'

export type UsageRow = Usage['rows'][number]

/** `near` from four fifths of a plan on; `full` once nothing is left. */
export type Standing = 'fine' | 'near' | 'full'

const NEAR = 0.8

/** How much of it is used, 0 and up. Undefined where there is no limit. What a plan leaves out is used up with the first. */
export function shareOf({ used, limit }: Pick<UsageRow, 'used' | 'limit'>): number | undefined {
  if (limit === null) return undefined
  if (limit === 0) return used > 0 ? 1 : 0
  return used / limit
}

export function standingOf(row: Pick<UsageRow, 'used' | 'limit'>): Standing {
  const share = shareOf(row) ?? 0
  if (share >= 1) return 'full'
  return share >= NEAR ? 'near' : 'fine'
}
