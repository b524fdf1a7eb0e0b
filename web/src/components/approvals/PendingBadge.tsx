import { StatusBadge } from '../display/StatusBadge.tsx'
import { campaignLook } from '../display/status-tones.ts'

/** Beside the name of something on which a request is open. */
export function PendingBadge({ approval }: { approval: string | undefined }) {
  return approval === undefined ? null : <StatusBadge look={campaignLook('pending_approval')} />
}
