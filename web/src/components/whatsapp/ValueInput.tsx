import type { MergeField } from '@notifly/contracts/contacts/audience'
import { useRef, type ReactNode } from 'react'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { FieldMenu } from '../email/FieldMenu.tsx'

export interface ValueInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  fields: readonly MergeField[]
  help?: ReactNode
  error?: string | undefined
  /** Before the text, inside the frame: the fixed part of an address. */
  prefix?: ReactNode
  optional?: boolean
}

/** One value of a template: text, merge fields, or both; a field goes in where the cursor stands. */
export function ValueInput({ label, value, onChange, fields, help, error, prefix, optional }: ValueInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const insert = (field: string) => {
    const at = input.current?.selectionEnd ?? value.length
    onChange(value.slice(0, at) + field + value.slice(at))
  }
  return (
    <Field
      label={label}
      help={help}
      error={error}
      optional={optional === true}
      end={<FieldMenu fields={fields} onInsert={insert} />}
    >
      <TextInput
        ref={input}
        value={value}
        maxLength={2000}
        onChange={event => onChange(event.target.value)}
        {...(prefix !== undefined && { prefix })}
      />
    </Field>
  )
}
