import {
  createImageFolder,
  FOLDER_NAME_MAX,
  type ImageFolder,
  listImageFolders,
  updateImageFolder,
} from '@notifly/contracts/images/images'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

const schema = bodyOf(createImageFolder)

/** Names a folder, a new one or one that there is. */
export function FolderDialog({ folder, onClose }: { folder?: ImageFolder; onClose: () => void }) {
  const { t } = useTranslation('images')
  const form = useApiForm(schema, { defaultValues: { name: folder?.name ?? '' } })
  const save = form.submit(async body => {
    if (folder === undefined) await call(createImageFolder, { body })
    else await call(updateImageFolder, { query: { uuid: folder.uuid }, body })
    await refresh(listImageFolders)
    onClose()
  })
  const verb = t(folder === undefined ? 'folder.add' : 'folder.rename')
  return (
    <FormDialog form={form} onClose={onClose} title={verb} onSubmit={save} action={verb}>
      <Field label={t('folder.name')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={FOLDER_NAME_MAX} />
      </Field>
    </FormDialog>
  )
}
