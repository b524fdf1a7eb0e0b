import type { SlidePrompt } from '@notifly/contracts/web-push/prompts'
import { useTranslation } from 'react-i18next'
import { ColorField } from '../../components/form/ColorField.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { type PromptFieldsProps, PromptText, textAt } from './PromptField.tsx'

const TEXT_MAX = 300
const BUTTON_MAX = 40

/** What the slide prompt says, and its two buttons. */
export function SlideFields(props: PromptFieldsProps<SlidePrompt>) {
  const { prompt, onChange, errorOf, onLeft } = props
  const { t } = useTranslation('prompts')
  const set = (change: Partial<SlidePrompt>) => onChange({ ...prompt, ...change })
  return (
    <div className="flex flex-col gap-4">
      <Switch
        checked={prompt.custmize_prompt_text}
        onChange={on => set({ custmize_prompt_text: on, ...(!on && { prompt_text: '' }) })}
        label={t('slide.own')}
        help={t('slide.ownHelp')}
      />
      {prompt.custmize_prompt_text && (
        <Field label={t('slide.text')} error={errorOf('prompt_text')}>
          <Textarea
            value={prompt.prompt_text}
            maxLength={TEXT_MAX}
            counter
            onChange={({ currentTarget }) => set({ prompt_text: currentTarget.value })}
            onBlur={() => onLeft('prompt_text')}
          />
        </Field>
      )}
      {(['accept', 'reject'] as const).map(name => (
        <fieldset key={name} className="flex flex-col gap-3 border-t border-line pt-4">
          <legend className="sr-only">{t(`slide.${name}`)}</legend>
          <PromptText {...textAt(props, `${name}.message`)} label={t(`slide.${name}`)} maxLength={BUTTON_MAX} />
          <div className="grid grid-cols-2 gap-3">
            {(['text_color', 'background_color'] as const).map(color => (
              <ColorField key={color} {...textAt(props, `${name}.${color}`)} label={t(`slide.${color}`)} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
