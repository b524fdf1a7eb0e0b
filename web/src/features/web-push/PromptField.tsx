import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

/** What the fields of one kind of prompt work on. */
export interface PromptFieldsProps<Prompt> {
  prompt: Prompt
  onChange: (prompt: Prompt) => void
  /** By the place of a field within the prompt; undefined until it was left or saving was tried. */
  errorOf: (place: string) => string | undefined
  /** The field was left. */
  onLeft: (place: string) => void
}

interface PromptTextProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onLeft: () => void
}

/** The text at a place of the prompt, such as `accept.message`: one level deep at most. */
export function textAt<Prompt extends object>(
  { prompt, onChange, errorOf, onLeft }: PromptFieldsProps<Prompt>,
  place: string,
): PromptTextProps {
  const [name = '', inner] = place.split('.')
  const part = (prompt as Record<string, unknown>)[name]
  const within = part as Record<string, unknown>
  return {
    value: String(inner === undefined ? part : within[inner]),
    error: errorOf(place),
    onChange: text => onChange({ ...prompt, [name]: inner === undefined ? text : { ...within, [inner]: text } }),
    onLeft: () => onLeft(place),
  }
}

/** Numbers on the wire, words in a choice of few. */
export function numbered<Label extends string>(labels: readonly Label[]) {
  return labels.map((label, number) => ({ value: String(number), label }))
}

interface TextFieldProps extends PromptTextProps {
  label: string
  maxLength: number
  optional?: boolean
}

/** One line that a prompt says. */
export function PromptText({ label, error, optional = false, onChange, onLeft, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} optional={optional}>
      <TextInput {...input} onChange={event => onChange(event.currentTarget.value)} onBlur={onLeft} />
    </Field>
  )
}
