import { BUTTON_KINDS, type ButtonKind } from '@notifly/contracts/whatsapp-templates/components'
import { MOST_BUTTONS, TEMPLATE_LIMITS } from '@notifly/contracts/whatsapp-templates/rules'
import { CornerUpLeft, Copy, Link as LinkIcon, Phone, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { DraftButton } from './draft.ts'
import type { TemplateWriting } from './use-template.ts'

const ICONS = { QUICK_REPLY: CornerUpLeft, URL: LinkIcon, PHONE_NUMBER: Phone, COPY_CODE: Copy }

/** The buttons below the message; a kind of which there may be no more is not offered. */
export function ButtonFields({ form }: { form: TemplateWriting }) {
  const { t } = useTranslation('whatsapp')
  const { draft, change, errorOf } = form
  const { buttons } = draft
  const isFull = (type: ButtonKind) => buttons.filter(button => button.type === type).length >= MOST_BUTTONS[type]
  const add = (type: ButtonKind) => {
    const key = Math.max(-1, ...buttons.map(button => button.key)) + 1
    change({ buttons: [...buttons, { key, type, text: '', url: '', phone: '', example: '' }] })
  }
  const fault = errorOf('buttons.buttons')
  const panel = useRef<HTMLDivElement>(null)
  const remove = (index: number) => {
    // The focus stays here: on the row that takes its place, else on what adds one.
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>('li > button') ?? [])]
    const adding = panel.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
    ;(rows[index + 1] ?? rows[index - 1] ?? adding)?.focus()
    change({ buttons: buttons.filter((_, at) => at !== index) })
  }
  return (
    <div ref={panel}>
      <Panel
        title={t('edit.buttons')}
        meta={t('edit.buttonsHelp')}
        actions={
          buttons.length < TEMPLATE_LIMITS.buttons && (
            <Menu
              trigger={
                <Button size="sm" variant="ghost" icon={Plus}>
                  {t('edit.addButton')}
                </Button>
              }
              items={BUTTON_KINDS.map(type => ({
                label: t(`edit.button.${type}`),
                icon: ICONS[type],
                disabled: isFull(type),
                onSelect: () => add(type),
              }))}
            />
          )
        }
        bare
      >
        {(buttons.length > 0 || fault !== undefined) && (
          <>
            {fault !== undefined && (
              <div className="px-4 pt-3">
                <FieldError>{fault}</FieldError>
              </div>
            )}
            <ol>
              {buttons.map((button, index) => (
                <ButtonRow
                  key={button.key}
                  button={button}
                  index={index}
                  errorOf={errorOf}
                  onChange={part =>
                    change({ buttons: buttons.map(each => (each.key === button.key ? { ...each, ...part } : each)) })
                  }
                  onRemove={() => remove(index)}
                />
              ))}
            </ol>
          </>
        )}
      </Panel>
    </div>
  )
}

interface ButtonRowProps {
  button: DraftButton
  index: number
  errorOf: (place: string) => string | undefined
  onChange: (part: Partial<DraftButton>) => void
  onRemove: () => void
}

function ButtonRow({ button, index, errorOf, onChange, onRemove }: ButtonRowProps) {
  const { t } = useTranslation('whatsapp')
  const at = `buttons.buttons.${index}`
  const Glyph = ICONS[button.type]
  return (
    <li className="flex items-start gap-3 border-line p-4 not-last:border-b">
      <Glyph aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-4 sm:grid-cols-2">
        <p className="font-medium sm:col-span-2">{t(`edit.button.${button.type}`)}</p>
        {button.type !== 'COPY_CODE' && (
          <Field label={t('edit.label')} error={errorOf(`${at}.text`)}>
            <TextInput
              value={button.text}
              maxLength={TEMPLATE_LIMITS.label}
              counter
              onChange={event => onChange({ text: event.target.value })}
            />
          </Field>
        )}
        <ButtonTarget button={button} at={at} errorOf={errorOf} onChange={onChange} />
      </div>
      <IconButton
        icon={X}
        size="sm"
        className="-my-1"
        label={t('edit.removeButton', { number: index + 1 })}
        onClick={onRemove}
      />
    </li>
  )
}

function ButtonTarget({ button, at, errorOf, onChange }: Omit<ButtonRowProps, 'index' | 'onRemove'> & { at: string }) {
  const { t } = useTranslation('whatsapp')
  switch (button.type) {
    case 'QUICK_REPLY':
      return null
    case 'PHONE_NUMBER':
      return (
        <Field label={t('edit.phone')} error={errorOf(`${at}.phone_number`)}>
          <TextInput
            type="tel"
            inputMode="tel"
            placeholder="+14155550123"
            value={button.phone}
            maxLength={30}
            onChange={event => onChange({ phone: event.target.value })}
          />
        </Field>
      )
    case 'COPY_CODE':
      return (
        <Field label={t('edit.code')} error={errorOf(`${at}.example.0`)}>
          <TextInput
            mono
            value={button.example}
            maxLength={TEMPLATE_LIMITS.code}
            counter
            onChange={event => onChange({ example: event.target.value })}
          />
        </Field>
      )
    case 'URL':
      return (
        <>
          <Field
            label={t('edit.url')}
            help={t('edit.urlHelp', { variable: '{{1}}' })}
            error={errorOf(`${at}.url`)}
            className="sm:col-span-2"
          >
            <TextInput
              type="url"
              placeholder="https://shop.example/track/{{1}}"
              value={button.url}
              maxLength={TEMPLATE_LIMITS.url}
              onChange={event => onChange({ url: event.target.value })}
            />
          </Field>
          {button.url.includes('{{') && (
            <Field label={t('edit.urlExample')} error={errorOf(`${at}.example.0`)} className="sm:col-span-2">
              <TextInput
                type="url"
                value={button.example}
                maxLength={TEMPLATE_LIMITS.url}
                onChange={event => onChange({ example: event.target.value })}
              />
            </Field>
          )}
        </>
      )
  }
}
