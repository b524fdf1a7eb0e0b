import {
  HEADER_FORMATS,
  type HeaderFormat,
  partOf,
  variablesOf,
} from '@notifly/contracts/whatsapp-templates/components'
import { TEMPLATE_LIMITS } from '@notifly/contracts/whatsapp-templates/rules'
import type { MediaKind, WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { FileText, Film, Image, type LucideIcon, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { acceptOf, useMediaUpload } from '../../components/whatsapp/use-media-upload.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { TemplateWriting } from './use-template.ts'

const ICONS: Record<MediaKind, LucideIcon> = { image: Image, video: Film, document: FileText }
const MEDIA: Partial<Record<HeaderFormat, MediaKind>> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' }

export interface HeaderFieldsProps {
  form: TemplateWriting
  /** The samples that were chosen here, by the kind of header: those of other kinds wait until it comes back. */
  files: SampleFiles
  onFiles: (files: SampleFiles) => void
}

export type SampleFiles = Partial<Record<HeaderFormat, File>>

/** The header: its kind, and the text or the sample that belongs to it. */
export function HeaderFields({ form, files, onFiles }: HeaderFieldsProps) {
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
          onChange={format => change({ format })}
        />
        {draft.format === 'TEXT' && <HeaderText form={form} />}
        {media !== undefined && <Sample key={media} kind={media} form={form} files={files} onFiles={onFiles} />}
        {draft.format === 'LOCATION' && <p className="text-muted">{t('edit.locationHelp')}</p>}
      </div>
    </Panel>
  )
}

function HeaderText({ form }: { form: TemplateWriting }) {
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

function Sample({ kind, form, files, onFiles }: HeaderFieldsProps & { kind: MediaKind }) {
  const { t } = useTranslation(['whatsapp', 'common'])
  const { draft, change, errorOf, existing } = form
  const format = kind.toUpperCase() as HeaderFormat
  const upload = useMediaUpload(kind, 'sample', (handle, file) => {
    change({ samples: { ...draft.samples, [format]: handle } })
    onFiles({ ...files, [format]: file })
  })
  const file = upload.file ?? files[format] ?? null
  const isAgain = file === null && !draft.samples[format] && formatAt(existing) === format
  const forget = () => change({ samples: { ...draft.samples, [format]: '' } })
  const start = (chosen: File) => {
    forget()
    upload.start(chosen)
  }
  const remove = () => {
    upload.stop()
    onFiles({ ...files, [format]: undefined })
    forget()
  }
  return (
    <Field label={t('edit.sample')} help={t('edit.sampleHelp')}>
      {isAgain && <Alert>{t('change.sample')}</Alert>}
      <FileDrop
        label={t('edit.sample')}
        help={t(`media.${kind}`)}
        accept={acceptOf(kind)}
        file={file && { name: file.name, sizeBytes: file.size }}
        onFile={start}
        onRemove={remove}
        progress={upload.progress}
        icon={ICONS[kind]}
        action={
          upload.error !== undefined &&
          upload.file && (
            <Button size="sm" icon={RotateCw} onClick={() => upload.file && start(upload.file)}>
              {t('common:ui.retry')}
            </Button>
          )
        }
        error={upload.error ?? errorOf('header.example')}
        detail={draft.samples[format] && t('media.uploaded')}
      />
      {file === null && draft.samples[format] && (
        <p className="flex flex-wrap items-center gap-2 text-12 text-muted">
          {t('edit.sampleKept')}
          <Button size="sm" variant="ghost" onClick={remove}>
            {t('edit.sampleRemove')}
          </Button>
        </p>
      )}
    </Field>
  )
}

/** The kind of header that a template has. */
function formatAt(template: WhatsappTemplate | undefined): string | undefined {
  return partOf(template?.components ?? [], 'HEADER')?.format
}
