import {
  ALT_MAX,
  type Image,
  IMAGE_NAME_MAX,
  type ImageFolder,
  listImageFolders,
  listImages,
  updateImage,
} from '@notifly/contracts/images/images'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { bodyOf, useApiForm } from '../../components/form/use-api-form.ts'
import { ownPath } from '../../components/images/own-path.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import { DeleteImageDialog } from './DeleteImageDialog.tsx'
import { ImageUsesList } from './ImageUsesList.tsx'

interface ImageDrawerProps {
  image: Image
  folders: readonly ImageFolder[]
  onClose: () => void
}

/** One image: how it looks, what people who cannot see it hear, and where it is shown. */
export function ImageDrawer({ image, folders, onClose }: ImageDrawerProps) {
  const { t } = useTranslation('images')
  const mayDelete = useCan(ACTIVITY.templateEmail, 'delete')
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Drawer
      open
      onOpenChange={onClose}
      title={image.name}
      footer={
        <>
          {mayDelete && (
            <Button variant="ghost" icon={Trash2} onClick={() => setDeleting(true)}>
              {t('delete.action')}
            </Button>
          )}
          <span className="ms-auto">
            <CopyButton text={image.address} label={t('copyAddress')} size="md" />
          </span>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="grid max-h-80 place-items-center overflow-clip rounded-3 border border-line bg-sunken p-3">
          <img src={ownPath(image.address)} alt={image.alt} className="max-h-74 max-w-full object-contain" />
        </div>
        <ImageForm key={`${image.name} ${image.alt} ${image.folder_uuid}`} image={image} folders={folders} />
        <Facts image={image} />
        <ImageUsesList image={image} />
      </div>
      {isDeleting && <DeleteImageDialog image={image} onClose={() => setDeleting(false)} onDone={onClose} />}
    </Drawer>
  )
}

const schema = bodyOf(updateImage)
const NO_FOLDER = 'none'

function ImageForm({ image, folders }: Pick<ImageDrawerProps, 'image' | 'folders'>) {
  const { t } = useTranslation('images')
  const readOnly = !useCan(ACTIVITY.templateEmail, 'update')
  const { name, alt, folder_uuid } = image
  const form = useApiForm(schema, { defaultValues: { name, alt, folder_uuid } })
  const { isDirty, isSubmitting } = form.formState
  const save = form.submit(async body => {
    await call(updateImage, { query: { uuid: image.uuid }, body })
    await Promise.all([listImages, listImageFolders].map(each => refresh(each)))
    announce({ tone: 'success', message: t('saved') })
  })
  const options = [
    { value: NO_FOLDER, label: t('folder.none') },
    ...folders.map(({ uuid, name: label }) => ({ value: uuid, label })),
  ]
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <FormFailure error={form.failure} />
      <Field label={t('alt')} help={t('altHelp')} error={form.errorOf('alt')}>
        <Textarea {...form.register('alt')} rows={2} maxLength={ALT_MAX} readOnly={readOnly} />
      </Field>
      <Field label={t('name')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={IMAGE_NAME_MAX} readOnly={readOnly} />
      </Field>
      {folders.length > 0 && (
        <Field label={t('folder.one')} error={form.errorOf('folder_uuid')}>
          <Controller
            control={form.control}
            name="folder_uuid"
            render={({ field: { value, onChange, ref, onBlur } }) => (
              <Select
                ref={ref}
                onBlur={onBlur}
                options={options}
                value={value ?? NO_FOLDER}
                onChange={next => onChange(next === NO_FOLDER ? null : next)}
                disabled={readOnly}
              />
            )}
          />
        </Field>
      )}
      {isDirty && (
        <div className="flex justify-end gap-2">
          <Button onClick={() => form.reset()}>{t('discard')}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  )
}

function Facts({ image }: { image: Image }) {
  const { t } = useTranslation('images')
  const { bytes, longDate } = useDisplay(useZone())
  const { width, height, size_bytes, created_on, created_by, is_animated } = image
  return (
    <KeyValues
      lines
      items={[
        { id: 'size', label: t('dimensions'), value: t('size', { width, height }) },
        { id: 'bytes', label: t('fileSize'), value: bytes(size_bytes) },
        ...(is_animated ? [{ id: 'kind', label: t('kind'), value: t('animated') }] : []),
        { id: 'when', label: t('added'), value: longDate(created_on) },
        { id: 'who', label: t('addedBy'), value: created_by === null ? '–' : <bdi>{created_by}</bdi> },
      ]}
    />
  )
}
