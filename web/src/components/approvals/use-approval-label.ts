import type { AnyEndpoint } from '../../api/client.ts'
import type { ActivityId } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { isHeldFor, useSession } from '../session/use-session.ts'

/** Labels of buttons that write: if the write will only ask for approval, the label says so before the click. */
export function useApprovalLabel(activity: ActivityId | undefined): (label: string) => string {
  const user = useSession()
  const approvalLabels = useApprovalLabels()
  return activity !== undefined && isHeldFor(user, activity) ? approvalLabels : label => label
}

/** "Save" becomes "Ask to save". */
export function useApprovalLabels(): (label: string) => string {
  const { t } = useTranslation()
  return label => t('makerChecker.askTo', { act: lowerFirst(label) })
}

/** "Save" becomes "save"; "SMS" stays. */
function lowerFirst(label: string): string {
  const [first = '', second = ''] = label
  return second === second.toUpperCase() && second !== second.toLowerCase()
    ? label
    : first.toLowerCase() + label.slice(first.length)
}

/** The module whose approvers decide on a write; undefined for a write that needs no approval. */
export function heldActivityOf({ held, access }: AnyEndpoint): ActivityId | undefined {
  return held === true && typeof access === 'object' && 'activity' in access ? access.activity : undefined
}
