import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'
import { useUi } from '../UiProvider.tsx'

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix'>

/** A password field with a button that shows or hides the text, without taking the focus. */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const { words } = useUi()
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? words.hidePassword : words.showPassword}
          size="sm"
          tooltip={false}
          iconSize={16}
          disabled={props.disabled}
          className="-me-2"
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
