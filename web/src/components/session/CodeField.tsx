import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput, type TextInputProps } from '../../ui/controls/TextInput.tsx'

type CodeFieldProps = Pick<ComponentProps<typeof Field>, 'error'> & TextInputProps

/** A second-factor code: six digits from the app, or a recovery code. Takes the props of `register('otp')`. */
export function CodeField({ error, ...input }: CodeFieldProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const other = kind === 'app' ? 'recovery' : 'app'
  return (
    <Field
      label={t(`code.${kind}`)}
      help={t(`code.${kind}Help`)}
      error={error}
      end={
        <button
          type="button"
          className="text-12 font-medium text-accent-ink underline-offset-3 hover:underline"
          onClick={() => setKind(other)}
        >
          {t(`code.use_${other}`)}
        </button>
      }
    >
      <TextInput
        {...input}
        key={kind}
        mono
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        autoFocus
      />
    </Field>
  )
}
