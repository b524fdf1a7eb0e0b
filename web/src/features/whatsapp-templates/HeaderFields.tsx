import { HEADER_FORMATS, type HeaderFormat, variablesOf } from '@notifly/contracts/whatsapp-components'
import { TEMPLATE_LIMITS } from '@notifly/contracts/whatsapp-rules'
import type { MediaKind } from '@notifly/contracts/whatsapp-templates'
import { useTranslation } from 'react-i18next'
import { acceptOf, useMediaUpload } from '../../components/whatsapp/use-media-upload.ts'
import { Field } from '../../ui/Field.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { NewTemplate } from './use-new-template.ts'

const MEDIA: Partial<Record<HeaderFormat, MediaKind>> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' }

export interface HeaderFieldsProps {
  form: NewTemplate
  /** Hears of the sample that was chosen, so that the preview can show it. */
  onSample: (file: File | undefined) => void
}

/** The header: its kind, and the text or the sample that belongs to it. */
export function HeaderFields({ form, onSample }: HeaderFieldsProps) {
  const { t } = useTranslation('whatsapp')
  const { draft, change } = form
  const media = draft.format === 'NONE' ? undefined : MEDIA[draft.format]
  return (
    <Panel title={t('edit.header')}>
      <div className="flex flex-col gap-4">
        <Segmented
          wrap
          aria-label={t('edit.headerKind')}
          segments={(['NONE', ...HEADER_FORMATS] as const).map(value => ({ value, label: t(`edit.format.${value}`) }))}
          value={draft.format}
          onChange={format => {
            change({ format })
            onSample(undefined)
          }}
        />
        {draft.format === 'TEXT' && <HeaderText form={form} />}
        {media !== undefined && <Sample key={media} kind={media} form={form} onSample={onSample} />}
        {draft.format === 'LOCATION' && <p className="text-muted">{t('edit.locationHelp')}</p>}
      </div>
    </Panel>
  )
}

function HeaderText({ form }: { form: NewTemplate }) {
  const { t } = useTranslation('whatsapp')
  const { draft, change, errorOf } = form
  const [variable] = variablesOf(draft.header)
  return (
    <>
      <Field label={t('edit.headerText')} help={t('edit.headerTextHelp')} error={errorOf('header.text')}>
        <TextInput
          value={draft.header}
          maxLength={TEMPLATE_LIMITS.header}
          counter
          onChange={event => change({ header: event.target.value })}
        />
      </Field>
      {variable !== undefined && (
        <Field
          label={t('edit.exampleOf', { variable: `{{${variable}}}` })}
          error={errorOf('header.example.header_text.0')}
        >
          <TextInput value={draft.headerExample} onChange={event => change({ headerExample: event.target.value })} />
        </Field>
      )}
    </>
  )
}

function Sample({ kind, form, onSample }: HeaderFieldsProps & { kind: MediaKind }) {
  const { t } = useTranslation('whatsapp')
  const { draft, change, errorOf } = form
  const format = kind.toUpperCase() as HeaderFormat
  const upload = useMediaUpload(kind, 'sample', (handle, file) => {
    change({ samples: { ...draft.samples, [format]: handle } })
    onSample(file)
  })
  return (
    <Field label={t('edit.sample')} help={t('edit.sampleHelp')}>
      <FileDrop
        label={t('edit.sample')}
        help={t(`media.${kind}`)}
        accept={acceptOf(kind)}
        file={upload.file && { name: upload.file.name, sizeBytes: upload.file.size }}
        onFile={upload.start}
        onRemove={() => {
          upload.stop()
          onSample(undefined)
          change({ samples: { ...draft.samples, [format]: '' } })
        }}
        progress={upload.progress}
        error={upload.error ?? errorOf('header.example')}
        detail={draft.samples[format] && t('media.uploaded')}
      />
    </Field>
  )
}
