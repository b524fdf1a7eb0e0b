import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
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

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i
const LONG = /^#[0-9a-f]{6}$/i

/** A colour of a prompt, such as #443DF6: typed in hexadecimal, or chosen by eye. */
export function ColorField({ label, value, error, onChange, onLeft }: PromptTextProps & { label: string }) {
  const { t } = useTranslation('prompts')
  const shown = LONG.test(value) ? value : SHORT.test(value) ? value.replace(SHORT, '#$1$1$2$2$3$3') : '#000000'
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange(currentTarget.value)
  return (
    <Field label={label} error={error}>
      <TextInput
        mono
        dir="ltr"
        maxLength={7}
        value={value}
        onChange={change}
        onBlur={onLeft}
        prefix={
          <input
            type="color"
            aria-label={t('chooseColor', { label })}
            value={shown}
            onChange={change}
            className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-1 border border-line-strong bg-transparent p-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
          />
        }
      />
    </Field>
  )
}
