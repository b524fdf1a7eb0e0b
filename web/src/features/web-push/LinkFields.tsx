import type { CustomLink } from '@notifly/contracts/web-push/prompts'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { ColorField } from './ColorField.tsx'
import { numbered, type PromptFieldsProps } from './prompt-fields.ts'

const LABEL_MAX = 80
const EXPLANATION_MAX = 300
/** Where the site wants its link. */
const PLACE = '<div data-notifly-link></div>'

/** How the link in the site's own text looks, and what it says. */
export function LinkFields(props: PromptFieldsProps<CustomLink>) {
  const { prompt, onChange, errorOf, onLeft } = props
  const { t } = useTranslation('prompts')
  const set = (change: Partial<CustomLink>) => onChange({ ...prompt, ...change })
  const sizes = numbered([t('link.large'), t('link.medium'), t('link.small')]).toReversed()
  const text = (name: 'subscribe_text' | 'explanation_text' | 'unsubscribe_text', most: number, optional = false) => (
    <Field label={t(`link.${name}`)} error={errorOf(name)} optional={optional}>
      <TextInput
        value={prompt[name]}
        maxLength={most}
        onChange={({ currentTarget: { value } }) => set({ [name]: value })}
        onBlur={() => onLeft(name)}
      />
    </Field>
  )
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('link.style')}>
          <Segmented
            block
            segments={numbered([t('link.button'), t('link.plain')])}
            value={String(prompt.style)}
            onChange={style => set({ style: Number(style) })}
          />
        </Field>
        <Field label={t('bell.size')}>
          <Segmented
            block
            segments={sizes}
            value={String(prompt.size)}
            onChange={size => set({ size: Number(size) })}
          />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <ColorField
          label={prompt.style === 0 ? t('link.button_color') : t('link.link_color')}
          value={prompt.button_color}
          error={errorOf('button_color')}
          onChange={button_color => set({ button_color })}
          onLeft={() => onLeft('button_color')}
        />
        {prompt.style === 0 && (
          <ColorField
            label={t('slide.text_color')}
            value={prompt.text_color}
            error={errorOf('text_color')}
            onChange={text_color => set({ text_color })}
            onLeft={() => onLeft('text_color')}
          />
        )}
      </div>
      {text('subscribe_text', LABEL_MAX)}
      {text('explanation_text', EXPLANATION_MAX, true)}
      <Switch
        checked={prompt.allow_unsubscribe}
        onChange={allow_unsubscribe => set({ allow_unsubscribe })}
        label={t('link.allow')}
        help={t('link.allowHelp')}
      />
      {prompt.allow_unsubscribe && text('unsubscribe_text', LABEL_MAX)}
      <Field label={t('link.place')} help={t('link.placeHelp')}>
        <CodeBlock code={PLACE} copy />
      </Field>
    </div>
  )
}
