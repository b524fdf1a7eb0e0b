import { ATTACHMENT_MAX_BYTES, UPLOAD_EXTENSIONS } from '@notifly/contracts/campaigns/campaigns'
import { ATTACHMENTS_MAX } from '@notifly/contracts/campaigns/content'
import { Paperclip, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import type { WizardFile } from '../state/values.ts'

export interface AttachmentRowsProps {
  files: readonly WizardFile[]
  onChange: (files: WizardFile[]) => void
}

/**
 * One row per file, five at most. There is always at least one row, which may be empty. Two files can't have the same
 * name.
 */
export function AttachmentRows({ files, onChange }: AttachmentRowsProps) {
  const { t } = useTranslation('campaigns')
  const { bytes } = useDisplay()
  const [emptyRows, setEmptyRows] = useState(files.length === 0 ? 1 : 0)
  const [error, setError] = useState<string>()
  const rows = files.length + emptyRows
  const add = async (file: File) => {
    const fault = faultOf(file, files)
    setError(fault && t(`what.files.${fault}`, { name: file.name, size: bytes(ATTACHMENT_MAX_BYTES) }))
    if (fault !== undefined) return
    const read = await readFile(file)
    setEmptyRows(count => Math.max(0, count - 1))
    onChange([...files, read])
  }
  const remove = (index: number) => {
    setError(undefined)
    if (rows === 1) setEmptyRows(1)
    onChange(files.filter((_, at) => at !== index))
  }
  return (
    <div className="flex flex-col gap-2">
      <ul className="overflow-clip rounded-3 border border-line">
        {files.map((file, index) => (
          <FileRow key={file.filename} file={file} onRemove={() => remove(index)} />
        ))}
        {Array.from({ length: emptyRows }, (_, index) => (
          <EmptyRow
            key={`empty-${index}`}
            onFile={file => void add(file)}
            onRemove={rows > 1 ? () => setEmptyRows(emptyRows - 1) : undefined}
          />
        ))}
      </ul>
      <div aria-live="polite" className="empty:hidden">
        {error && <FieldError>{error}</FieldError>}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" icon={Plus} disabled={rows >= ATTACHMENTS_MAX} onClick={() => setEmptyRows(emptyRows + 1)}>
          {t('what.files.add')}
        </Button>
        <span className="text-12 text-muted">{t('what.files.rules', { size: bytes(ATTACHMENT_MAX_BYTES) })}</span>
      </div>
    </div>
  )
}

const rowClass = 'flex min-h-11 items-center gap-2.5 bg-surface px-3 py-1.5 not-first:border-t not-first:border-line'

function FileRow({ file, onRemove }: { file: WizardFile; onRemove: () => void }) {
  const { t } = useTranslation('campaigns')
  const { bytes } = useDisplay()
  return (
    <li className={rowClass}>
      <Icon of={Paperclip} size={14} className="text-muted" />
      <span className="min-w-0 flex-1 truncate font-medium" title={file.filename}>
        <bdi>{file.filename}</bdi>
      </span>
      <span className="tnum shrink-0 text-12 text-muted">{bytes(sizeOf(file))}</span>
      <IconButton icon={Trash2} size="sm" label={t('what.files.remove', { name: file.filename })} onClick={onRemove} />
    </li>
  )
}

const ACCEPT = UPLOAD_EXTENSIONS.map(extension => `.${extension}`).join()

function EmptyRow({ onFile, onRemove }: { onFile: (file: File) => void; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const input = useRef<HTMLInputElement>(null)
  return (
    <li className={rowClass}>
      <Icon of={Paperclip} size={14} className="text-muted" />
      <span className="min-w-0 flex-1 truncate text-muted">{t('what.files.none')}</span>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        tabIndex={-1}
        aria-label={t('what.files.file')}
        className="sr-only"
        onChange={event => {
          const file = event.currentTarget.files?.[0]
          // Cleared so that choosing the same file again fires a change event.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      <Button size="sm" onClick={() => input.current?.click()}>
        {t('common:ui.browse')}
      </Button>
      {onRemove && <IconButton icon={Trash2} size="sm" label={t('what.files.removeRow')} onClick={onRemove} />}
    </li>
  )
}

type FileFault = 'twice' | 'kind' | 'empty' | 'large'

/** Checks a file before it is read. The server applies the same rules. */
function faultOf(file: File, present: readonly WizardFile[]): FileFault | undefined {
  const name = file.name.trim().toLowerCase()
  if (present.some(each => each.filename.toLowerCase() === name)) return 'twice'
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
  if (!(UPLOAD_EXTENSIONS as readonly string[]).includes(extension)) return 'kind'
  if (file.size === 0) return 'empty'
  return file.size > ATTACHMENT_MAX_BYTES ? 'large' : undefined
}

/** As the API takes it: base64 without the data-URL prefix. */
async function readFile(file: File): Promise<WizardFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
  const content = url.slice(url.indexOf(',') + 1)
  return { content, filename: file.name.trim(), type: file.type, disposition: 'attachment' }
}

/** The file's size in bytes, computed from its base64 text. */
function sizeOf({ content }: WizardFile): number {
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  return (content.length * 3) / 4 - padding
}
