import {
  listTemplateBlocks,
  readTemplateBlock,
  type TemplateBlock,
  updateTemplateBlock,
} from '@notifly/contracts/templates/blocks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../../api/api-error.ts'
import { call } from '../../../../../api/client.ts'
import { refresh } from '../../../../../api/queries.ts'
import { FormFailure } from '../../../../../components/form/FormFailure.tsx'
import { Button } from '../../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../../ui/controls/Checkbox.tsx'
import { Dialog } from '../../../../../ui/overlays/Dialog.tsx'
import { useTakeVersion } from '../../use-saved-acts.ts'
import { useVisualShared } from '../../visual-context.ts'
import { AppliedList } from './AppliedList.tsx'
import { useApply } from './use-apply.ts'

interface UpdateBlockDialogProps {
  block: TemplateBlock
  /** As it is in this mail. */
  source: string
  onClose: () => void
}

/** Makes what a mail has of a block its next version, and says which templates that changes before it does. */
export function UpdateBlockDialog({ block, source, onClose }: UpdateBlockDialogProps) {
  const { t } = useTranslation(['visual', 'common'])
  const { uuid: open } = useVisualShared()
  const take = useTakeVersion()
  const { results, apply } = useApply(open)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const [isForAll, setForAll] = useState(true)
  const [isWritten, setWritten] = useState(false)
  const named = block.templates.filter(({ uuid }) => uuid !== open)
  const others = block.used_in - (block.templates.length - named.length)
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      if (!isWritten) {
        const { uuid, name, version } = block
        take(await call(updateTemplateBlock, { params: { uuid }, body: { name, mjml: source, version } }))
        setWritten(true)
      }
      if (others > 0 && isForAll) await apply(block.uuid)
      await Promise.all([listTemplateBlocks, readTemplateBlock].map(each => refresh(each)))
      if (others === 0 || !isForAll) onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const isDone = results !== undefined && !isBusy && !failure
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('saved.updateTitle', { name: block.name })}
      description={t('saved.updateText')}
      footer={
        <>
          <Button onClick={onClose}>{t(isDone ? 'common:ui.close' : 'common:ui.cancel')}</Button>
          {!isDone && (
            <Button variant="primary" loading={isBusy} onClick={() => void run()}>
              {t('saved.update')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormFailure error={failure} />
        {results && <AppliedList results={results} />}
        {!results && others > 0 && (
          <>
            <Checkbox checked={isForAll} onChange={setForAll} label={t('saved.forAll', { count: others })} />
            <ul className="max-h-48 list-disc overflow-y-auto ps-9 text-ink-2">
              {named.map(({ uuid, name }) => (
                <li key={uuid} className="wrap-anywhere">
                  <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
        {!results && others === 0 && <p className="text-ink-2">{t('saved.noOthers')}</p>}
      </div>
    </Dialog>
  )
}
