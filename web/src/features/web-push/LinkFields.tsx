import type { CustomLink } from '@notifly/contracts/web-push/prompts'
import { useTranslation } from 'react-i18next'
import { ColorField } from '../../components/form/ColorField.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { numbered, type PromptFieldsProps, PromptText, textAt } from './PromptField.tsx'

const LABEL_MAX = 80
const EXPLANATION_MAX = 300
/** Where the site wants its link. */
const PLACE = '<div data-notifly-link></div>'

/** How the link in the site's own text looks, and what it says. */
export function LinkFields(props: PromptFieldsProps<CustomLink>) {
  const { prompt, onChange } = props
  const { t } = useTranslation('prompts')
  const set = (change: Partial<CustomLink>) => onChange({ ...prompt, ...change })
  const sizes = numbered([t('link.large'), t('link.medium'), t('link.small')]).toReversed()
  const at = (name: keyof CustomLink) => textAt(props, name)
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
        <ColorField {...at('button_color')} label={t(prompt.style === 0 ? 'link.button_color' : 'link.link_color')} />
        {prompt.style === 0 && <ColorField {...at('text_color')} label={t('slide.text_color')} />}
      </div>
      <PromptText {...at('subscribe_text')} label={t('link.subscribe_text')} maxLength={LABEL_MAX} />
      <PromptText {...at('explanation_text')} label={t('link.explanation_text')} maxLength={EXPLANATION_MAX} optional />
      <Switch
        checked={prompt.allow_unsubscribe}
        onChange={allow_unsubscribe => set({ allow_unsubscribe })}
        label={t('link.allow')}
        help={t('link.allowHelp')}
      />
      {prompt.allow_unsubscribe && (
        <PromptText {...at('unsubscribe_text')} label={t('link.unsubscribe_text')} maxLength={LABEL_MAX} />
      )}
      <Field label={t('link.place')} help={t('link.placeHelp')}>
        <CodeBlock code={PLACE} copy />
      </Field>
    </div>
  )
}
