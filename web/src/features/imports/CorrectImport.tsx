import type { Approval } from '@notifly/contracts/approvals/approvals'
import { insertImport } from '@notifly/contracts/imports/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithMeta } from '../../api/client.ts'
import { textIn } from '../../components/approvals/request-address.ts'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { SegmentNameDialog } from '../../components/segments/SegmentNameDialog.tsx'

export interface CorrectImportProps {
  /** The rejected insert of a file that is still kept. */
  request: Approval
  onInserted: (importId: string) => void
  onHeld: () => void
}

/** Corrects a rejected import: the same file under another name, or another file in the panel below. */
export function CorrectImport({ request, onInserted, onHeld }: CorrectImportProps) {
  const { t } = useTranslation(['audience', 'approvals'])
  const [isOpen, setOpen] = useState(false)
  const importId = textIn(request.payload, 'corelation_id')
  const save = async (segment_name: string) => {
    const body = { segment_name, reopens: request.uuid }
    const { makerChecker } = await callWithMeta(insertImport, { params: { uuid: importId }, body })
    if (makerChecker) onHeld()
    else onInserted(importId)
  }
  return (
    <>
      <ReopenBanner request={request} />
      <Panel>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{t('approvals:reopen.sameFile', { file: request.file_name ?? '' })}</p>
          <Button onClick={() => setOpen(true)}>{t('approvals:reopen.rename')}</Button>
        </div>
      </Panel>
      <SegmentNameDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('approvals:reopen.rename')}
        description={request.file_name}
        action={t('approvals:reopen.send')}
        name={textIn(request.payload, 'segment_name')}
        onSave={save}
      />
    </>
  )
}
