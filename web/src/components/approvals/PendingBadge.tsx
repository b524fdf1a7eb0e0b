import { StatusBadge } from '../display/StatusBadge.tsx'
import { campaignLook } from '../display/status-tones.ts'

/** Shown beside the name of an object with an open request. */
export function PendingBadge({ approval }: { approval: string | undefined }) {
  return approval === undefined ? null : <StatusBadge look={campaignLook('pending_approval')} />
}
