import { createTemplateBlock, listTemplateBlocks } from '@notifly/contracts/templates/blocks'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../../api/client.ts'
import { refresh } from '../../../../../api/queries.ts'
import { FormDialog } from '../../../../../components/form/FormDialog.tsx'
import { bodyOf, useApiForm } from '../../../../../components/form/use-api-form.ts'
import { useCan } from '../../../../../components/session/use-session.ts'
import { Button } from '../../../../../ui/controls/Button.tsx'
import { Field } from '../../../../../ui/controls/Field.tsx'
import { TextInput } from '../../../../../ui/controls/TextInput.tsx'
import { Alert } from '../../../../../ui/feedback/Alert.tsx'
import type { Container } from '../../mjml/tree.ts'
import { type Block, excerptOf, kindOf } from '../../model/kinds.ts'
import { asSaved, isSavable, sourceOf } from '../../model/saved.ts'
import { useVisualShared } from '../../visual-context.ts'

interface SaveBlockProps {
  block: Block
  path: readonly Container[]
}

/** Makes a saved block of the chosen one. */
export function SaveBlock({ block, path }: SaveBlockProps) {
  const { t } = useTranslation('visual')
  const { mayWrite } = useVisualShared()
  const maySave = useCan(ACTIVITY.templateEmail, 'create')
  const [isOpen, setOpen] = useState(false)
  if (!mayWrite || !maySave || !isSavable(block, path)) return null
  return (
    <div className="border-t border-line pt-4">
      <Button icon={BookmarkPlus} onClick={() => setOpen(true)}>
        {t('saved.save')}
      </Button>
      {isOpen && <SaveBlockDialog block={block} onClose={() => setOpen(false)} />}
    </div>
  )
}

const schema = bodyOf(createTemplateBlock)

function SaveBlockDialog({ block, onClose }: { block: Block; onClose: () => void }) {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  const name = excerptOf(block) || t(`kinds.${kindOf(block)}`)
  const form = useApiForm(schema, { defaultValues: { name, mjml: sourceOf([block]) } })
  const save = form.submit(async body => {
    const { uuid, version } = await call(createTemplateBlock, { body })
    visual.edit(root => asSaved(root, block.id, { uuid, version }))
    onClose()
    await refresh(listTemplateBlocks)
  })
  const broken = form.errorOf('mjml')
  return (
    <FormDialog form={form} onClose={onClose} title={t('saved.save')} onSubmit={save} action={t('saved.save')}>
      {broken !== undefined && <Alert tone="danger">{broken}</Alert>}
      <Field label={t('saved.name')} help={t('saved.nameHelp')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={100} autoFocus />
      </Field>
    </FormDialog>
  )
}
