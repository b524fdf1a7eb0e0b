import { FileSpreadsheet, type LucideIcon, Upload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDropzone, type Accept } from 'react-dropzone'
import { Button } from './Button.tsx'
import { cx } from '../cx.ts'
import { useFieldState } from './field-context.ts'
import { FieldError } from './Field.tsx'
import { formatBytes } from '../format-bytes.ts'
import { Icon } from '../layout/Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { ProgressBar } from '../feedback/ProgressBar.tsx'
import { useUi } from '../UiProvider.tsx'

export type FileDropProps = {
  /** The control's name, such as "Contacts file". */
  label: string
  /** What is accepted, in words: kinds of files and the size limit. */
  help: ReactNode
  file: { name: string; sizeBytes: number } | null
  /** Icon beside the chosen file; a sheet by default. */
  icon?: LucideIcon
  /** Called for every file, even an unsuitable one: the caller applies the rules and sets `error`. */
  onFile: (file: File) => void
  onRemove?: () => void
  /** MIME types with their extensions; limits the browser's file dialog. */
  accept?: Accept
  /** Set during an upload. */
  progress?: { sentBytes: number; totalBytes: number } | null | undefined
  error?: ReactNode
  /** Details of the chosen file, such as rows and columns. */
  detail?: ReactNode
  /** A button beside the chosen file, such as Retry upload. */
  action?: ReactNode
}

/** Accepts one file by drop, click or keyboard, then shows its name and the upload's progress. */
export function FileDrop(props: FileDropProps) {
  return (
    <div className="flex flex-col gap-1.5">
      {props.file ? <ChosenFile {...props} file={props.file} /> : <DropArea {...props} />}
      <div aria-live="polite" className="empty:hidden">
        {props.error && <FieldError>{props.error}</FieldError>}
      </div>
    </div>
  )
}

function DropArea({ label, help, onFile, accept, error }: FileDropProps) {
  const { words } = useUi()
  const field = useFieldState()
  const zone = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    // A rejected file is passed on too, so that the caller can say why it does not fit.
    onDrop: (accepted, rejected) => {
      const file = accepted[0] ?? rejected[0]?.file
      if (file) onFile(file)
    },
    ...(accept ? { accept } : {}),
  })
  return (
    <div
      {...zone.getRootProps({ role: 'group', 'aria-label': label })}
      className={cx(
        'flex flex-col items-center gap-1 rounded-3 border border-dashed px-4 py-6 text-center',
        zone.isDragActive ? 'border-accent bg-selected' : 'bg-surface',
        !zone.isDragActive && (error ? 'border-danger' : 'border-line-control'),
      )}
    >
      <input
        {...zone.getInputProps({ id: field.controlId, 'aria-label': label, 'aria-describedby': field.describedBy })}
      />
      <Icon of={Upload} size={20} className="mb-1 text-muted" />
      <Button
        size="sm"
        onClick={zone.open}
        aria-label={`${words.browse}: ${label}`}
        data-invalid={error ? true : undefined}
      >
        {zone.isDragActive ? words.dropHere : words.browse}
      </Button>
      <p className="mt-1 text-12 text-balance text-muted">{help}</p>
    </div>
  )
}

function ChosenFile({
  file,
  icon = FileSpreadsheet,
  onRemove,
  progress,
  error,
  detail,
  action,
}: FileDropProps & { file: { name: string; sizeBytes: number } }) {
  const { words, locale } = useUi()
  const bytes = (value: number) => formatBytes(value, locale)
  return (
    <div
      className={cx(
        'flex items-center gap-3 rounded-3 border bg-surface p-2.5',
        error ? 'border-danger' : 'border-line',
      )}
    >
      <span
        className={cx(
          'grid size-9 shrink-0 place-items-center rounded-2',
          error ? 'bg-danger-soft text-danger-ink' : 'bg-success-soft text-success-ink',
        )}
      >
        <Icon of={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={file.name}>
          <bdi>{file.name}</bdi>
        </p>
        <p className="tnum text-12 text-muted">
          <bdi>
            {progress ? words.bytesOf(bytes(progress.sentBytes), bytes(progress.totalBytes)) : bytes(file.sizeBytes)}
          </bdi>
          {detail && <> · {detail}</>}
        </p>
        {progress && (
          <ProgressBar
            size="thin"
            className="mt-1.5"
            label={file.name}
            segments={[{ share: progress.totalBytes > 0 ? progress.sentBytes / progress.totalBytes : 0 }]}
          />
        )}
      </div>
      {action}
      {onRemove && <IconButton icon={X} label={words.removeFile} size="sm" onClick={onRemove} />}
    </div>
  )
}
