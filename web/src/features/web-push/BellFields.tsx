import type { SubscriptionBell } from '@notifly/contracts/web-push/prompts'
import { useTranslation } from 'react-i18next'
import { ColorField } from '../../components/form/ColorField.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { NumberInput } from '../../ui/controls/NumberInput.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { numbered, type PromptFieldsProps, PromptText, textAt } from './PromptField.tsx'

const TEXTS = ['when_user_not_subscribed', 'when_user_subscribed', 'when_user_blocked_notifications'] as const
const NO_TEXTS = { when_user_not_subscribed: '', when_user_subscribed: '', when_user_blocked_notifications: '' }
const SIDES = ['left', 'right'] as const
const OFFSET_MAX = 500
const TEXT_MAX = 200

/** How the bell looks, where it hangs and what it says. */
export function BellFields(props: PromptFieldsProps<SubscriptionBell>) {
  const { prompt, onChange } = props
  const { t } = useTranslation('prompts')
  const set = (change: Partial<SubscriptionBell>) => onChange({ ...prompt, ...change })
  // The wire counts from large to small, people from small to large.
  const sizes = numbered([t('bell.large'), t('bell.medium'), t('bell.small')]).toReversed()
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('bell.size')}>
        <Segmented block segments={sizes} value={String(prompt.size)} onChange={size => set({ size: Number(size) })} />
      </Field>
      <Place {...props} />
      <div className="grid grid-cols-2 gap-3">
        <ColorField {...textAt(props, 'primary_color')} label={t('bell.primary')} />
        <ColorField {...textAt(props, 'accent_color')} label={t('bell.accent')} />
      </div>
      <hr className="border-line" />
      <Switch
        checked={prompt.hide_user_if_subscribed}
        onChange={hide_user_if_subscribed => set({ hide_user_if_subscribed })}
        label={t('bell.hide')}
        help={t('bell.hideHelp')}
      />
      <Switch
        checked={prompt.auto_prompt}
        onChange={auto_prompt => set({ auto_prompt })}
        label={t('bell.auto')}
        help={t('bell.autoHelp')}
      />
      <Switch
        checked={prompt.custmize_bell_text}
        // Turned off, its texts are cleared.
        onChange={on => set({ custmize_bell_text: on, ...(!on && { custmize_bell: NO_TEXTS }) })}
        label={t('bell.own')}
        help={t('bell.ownHelp')}
      />
      {prompt.custmize_bell_text && (
        <div className="flex flex-col gap-4 ps-10">
          {TEXTS.map(name => (
            <PromptText
              key={name}
              {...textAt(props, `custmize_bell.${name}`)}
              label={t(`bell.${name}`)}
              maxLength={TEXT_MAX}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function Place({ prompt, onChange, errorOf, onLeft }: PromptFieldsProps<SubscriptionBell>) {
  const { t } = useTranslation('prompts')
  const { location, offset } = prompt
  const side = SIDES[location] ?? 'right'
  const distance = (name: 'bottom' | 'left' | 'right') => (
    <Field label={t(`bell.${name}`)} error={errorOf(`offset.${name}`)}>
      <NumberInput
        value={offset[name]}
        min={0}
        max={OFFSET_MAX}
        suffix="px"
        onChange={value => onChange({ ...prompt, offset: { ...offset, [name]: value ?? 0 } })}
        onBlur={() => onLeft(`offset.${name}`)}
      />
    </Field>
  )
  return (
    <div className="grid grid-cols-[2fr_1fr_1fr] gap-3">
      <Field label={t('bell.location')}>
        <Segmented
          block
          segments={numbered(SIDES.map(each => t(`bell.${each}`)))}
          value={String(location)}
          onChange={value => onChange({ ...prompt, location: Number(value) })}
        />
      </Field>
      {distance('bottom')}
      {distance(side)}
    </div>
  )
}
