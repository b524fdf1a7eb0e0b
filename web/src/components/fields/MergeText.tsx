import type { MergeField } from '@notifly/contracts/contacts/audience'
import { type ReactNode, type RefObject, useRef } from 'react'
import { FieldMenu } from '../email/FieldMenu.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

export interface MergeTextProps {
  label: string
  value: string
  onChange: (value: string) => void
  fields: readonly MergeField[]
  maxLength?: number
  /** A multi-line control. */
  long?: boolean
  /** An address: left to right in every language. */
  address?: boolean
  help?: ReactNode
  error?: ReactNode
  optional?: boolean
  placeholder?: string
  readOnly?: boolean
  /** The text is part of an email. */
  mail?: boolean
  /** Fixed text before a single-line control, inside its frame. */
  prefix?: ReactNode
  className?: string
  /** The multi-line control, for callers that set its cursor. */
  ref?: RefObject<HTMLTextAreaElement | null>
}

/** A text that may contain merge fields, with a menu that inserts one at the cursor. */
export function MergeText(props: MergeTextProps) {
  const { label, value, onChange, fields, maxLength = 2000, long, address, help, error, placeholder, ref } = props
  const { optional = false, readOnly = false, mail = false, prefix, className } = props
  const line = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const control: RefObject<HTMLInputElement | HTMLTextAreaElement | null> = long ? (ref ?? area) : line
  const insert = (field: string) => {
    const from = control.current?.selectionStart ?? value.length
    const until = control.current?.selectionEnd ?? value.length
    onChange(value.slice(0, from) + field + value.slice(until))
    // Runs after the control has rendered the new text.
    setTimeout(() => {
      control.current?.focus()
      control.current?.setSelectionRange(from + field.length, from + field.length)
    })
  }
  const shared = {
    value,
    maxLength,
    readOnly,
    placeholder: placeholder ?? (address ? 'https://' : undefined),
    dir: address ? 'ltr' : 'auto',
    className,
  }
  return (
    <Field
      label={label}
      help={help}
      error={error}
      optional={optional}
      end={!readOnly && <FieldMenu fields={fields} mail={mail} onInsert={insert} />}
    >
      {long ? (
        <Textarea ref={ref ?? area} {...shared} onChange={event => onChange(event.currentTarget.value)} />
      ) : (
        <TextInput
          ref={line}
          {...shared}
          {...(address && { inputMode: 'url' })}
          prefix={prefix}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
