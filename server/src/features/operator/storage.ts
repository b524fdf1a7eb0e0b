import { partitionedTables, type LeafSize } from '../../db/partitions.ts'

/** Number of complete months after the present one for which every table has a partition, without a gap. */
export function monthsAhead(leaves: readonly LeafSize[], now: Date): number {
  const known = new Set(leaves.map(({ table, month }) => `${table} ${month}`))
  const hasAll = (month: string): boolean => partitionedTables.every(({ table }) => known.has(`${table} ${month}`))
  let ahead = 0
  while (hasAll(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1)).toISOString().slice(0, 7)))
    ahead++
  return ahead
}
