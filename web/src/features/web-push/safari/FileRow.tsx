import { FileUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'

export interface FileRowProps {
  label: string
  help?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  /** The name of the chosen file, or of the one that is kept. */
  shown: string
  /** Kinds that the browser's dialog offers. */
  accept: string
  /** Before the name, such as a small picture. */
  prefix?: ReactNode
  onFile: (file: File) => void
}

/** One file from the reader's machine; it goes nowhere before the form is saved. */
export function FileRow({ label, help, error, isOptional = false, shown, accept, prefix, onFile }: FileRowProps) {
  const { t } = useTranslation('safari')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Field
      label={label}
      help={help}
      error={error}
      optional={isOptional}
      end={
        <Button
          size="sm"
          icon={FileUp}
          aria-label={t('file.chooseOf', { label })}
          onClick={() => picker.current?.click()}
        >
          {t('file.choose')}
        </Button>
      }
    >
      <TextInput value={shown} readOnly placeholder={t('file.none')} dir="ltr" prefix={prefix} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('file.of', { label })}
        accept={accept}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </Field>
  )
}
