import type { Usage } from '@notifly/contracts/billing/plans'

export type UsageRow = Usage['rows'][number]

/** `near` from 80 % of the limit; `full` once nothing is left. */
export type Standing = 'fine' | 'near' | 'full'

const NEAR = 0.8

/** The used share of a limit, 0 or more. Undefined if there is no limit. A limit of 0 is used up by the first use. */
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
