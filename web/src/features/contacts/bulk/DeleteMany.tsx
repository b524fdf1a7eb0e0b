import { deleteContacts } from '@notifly/contracts/contacts/bulk'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../../api/client.ts'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'
import { TypedNameDialog } from '../../../components/danger/TypedNameDialog.tsx'
import type { BulkDialogProps } from './AddToSegment.tsx'
import { useBulkOutcome } from './chosen.ts'

/** Deletes more contacts than a page shows, once their number is typed. */
export function DeleteMany({ chosen, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation(['bulk', 'contacts'])
  const approvalLabel = useApprovalLabel(ACTIVITY.audience)
  const tell = useBulkOutcome()
  // The number that is asked for stays while contacts come and go.
  const [count] = useState(chosen.count)
  const remove = async () => {
    const { data, makerChecker } = await callWithMeta(deleteContacts, { body: chosen.choice })
    onClose()
    if (makerChecker) return
    onDone()
    await tell(data)
  }
  return (
    <TypedNameDialog
      open
      onOpenChange={onClose}
      title={t('contacts:deleteMany.title', { count })}
      action={approvalLabel(t('delete.button', { count }))}
      name={count}
      onConfirm={remove}
    >
      {t('delete.text', { count })}
    </TypedNameDialog>
  )
}
