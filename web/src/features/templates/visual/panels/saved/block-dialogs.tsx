import {
  deleteTemplateBlock,
  listTemplateBlocks,
  readTemplateBlock,
  updateTemplateBlock,
} from '@notifly/contracts/templates/blocks'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../../../api/client.ts'
import { refresh, useRead } from '../../../../../api/queries.ts'
import { useDisplay } from '../../../../../components/display/use-display.ts'
import { ConfirmWrite } from '../../../../../components/form/ConfirmWrite.tsx'
import { FormDialog } from '../../../../../components/form/FormDialog.tsx'
import { bodyOf, useApiForm } from '../../../../../components/form/use-api-form.ts'
import { Field } from '../../../../../ui/controls/Field.tsx'
import { TextInput } from '../../../../../ui/controls/TextInput.tsx'
import { LoadingNote, Skeleton } from '../../../../../ui/feedback/Skeleton.tsx'

export interface BlockDialogProps {
  uuid: string
  name: string
  onClose: () => void
}

const named = z.pick(bodyOf(updateTemplateBlock), { name: true })

/** Another name; what the block says, and its version, stay. */
export function RenameBlockDialog({ uuid, name, onClose }: BlockDialogProps) {
  const { t } = useTranslation('visual')
  const form = useApiForm(named, { defaultValues: { name } })
  const save = form.submit(async body => {
    const { mjml, version } = await call(readTemplateBlock, { params: { uuid } })
    await call(updateTemplateBlock, { params: { uuid }, body: { ...body, mjml, version } })
    await Promise.all([listTemplateBlocks, readTemplateBlock].map(each => refresh(each)))
    onClose()
  })
  return (
    <FormDialog form={form} onClose={onClose} title={t('saved.rename')} onSubmit={save} action={t('saved.rename')}>
      <Field label={t('saved.name')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={100} autoFocus />
      </Field>
    </FormDialog>
  )
}

/** Says which templates have a block before it goes. */
export function DeleteBlockDialog({ uuid, name, onClose }: BlockDialogProps) {
  const { t } = useTranslation('visual')
  return (
    <ConfirmWrite
      endpoint={deleteTemplateBlock}
      input={{ params: { uuid } }}
      refreshes={[listTemplateBlocks, readTemplateBlock]}
      onClose={onClose}
      title={t('saved.deleteTitle', { name })}
      action={t('saved.delete')}
    >
      <Consequences uuid={uuid} />
    </ConfirmWrite>
  )
}

/** Names of what has it; more would hide the question. */
const NAMES_MAX = 5

function Consequences({ uuid }: { uuid: string }) {
  const { t } = useTranslation('visual')
  const { list } = useDisplay()
  const { data, error } = useRead(readTemplateBlock, { params: { uuid } })
  if (data === undefined && !error) {
    return (
      <>
        <LoadingNote />
        <Skeleton height="2.5rem" />
      </>
    )
  }
  const { templates = [], used_in: count = 0 } = data ?? {}
  if (count === 0) return <p>{t('saved.deleteUnused')}</p>
  const names = templates.slice(0, NAMES_MAX).map(({ name }) => name)
  const others = count - names.length
  const all = others > 0 ? [...names, t('saved.others', { count: others })] : names
  return (
    <>
      <p className="wrap-anywhere">{t('saved.deleteUsed', { names: list(all) })}</p>
      <p className="mt-2">{t('saved.deleteStays')}</p>
    </>
  )
}
