import type { MergeField } from '@notifly/contracts/contacts/audience'
import { PUSH_ACTIONS_MAX, type PushAction } from '@notifly/contracts/campaigns/content'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { MergeText } from '../fields/MergeText.tsx'

export interface ButtonRowsProps {
  buttons: readonly PushAction[]
  onChange: (buttons: PushAction[]) => void
  fields: readonly MergeField[]
  /** What is wrong with an address; undefined while it is right or empty. */
  faultOf: (address: string) => string | undefined
  readOnly?: boolean
}

/** Where the keyboard goes on once what was pressed is gone: into the new button, or to the way to another one. */
const NEW = 'fieldset:last-of-type :is(input, textarea)'
const ADD = '[data-add]'

/** Up to two buttons below the notification, each with a word and an address. */
export function ButtonRows({ buttons, onChange, fields, faultOf, readOnly = false }: ButtonRowsProps) {
  const { t } = useTranslation('messages')
  const set = (index: number, patch: Partial<PushAction>) =>
    onChange(buttons.map((button, at) => (at === index ? { ...button, ...patch } : button)))
  const root = useRef<HTMLDivElement>(null)
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current !== undefined) root.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = undefined
  }, [buttons.length])
  const add = () => {
    next.current = NEW
    onChange([...buttons, { title: '', action: '' }])
  }
  const remove = (index: number) => {
    next.current = ADD
    onChange(buttons.filter((_, at) => at !== index))
  }
  return (
    <div ref={root} className="flex flex-col gap-4">
      {buttons.map(({ title, action }, index) => (
        // Buttons are their places.
        <fieldset key={index} className="min-w-0 rounded-3 border border-line bg-surface p-4">
          <legend className="sr-only">{t('push.button', { number: index + 1 })}</legend>
          <div className="mb-2 flex items-center justify-between gap-2">
            <span aria-hidden className="font-medium">
              {t('push.button', { number: index + 1 })}
            </span>
            {!readOnly && (
              <IconButton
                icon={Trash2}
                iconSize={14}
                size="sm"
                label={t('push.removeButton', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            )}
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <MergeText
              label={t('push.buttonTitle')}
              value={title}
              onChange={next => set(index, { title: next })}
              fields={fields}
              maxLength={100}
              readOnly={readOnly}
            />
            <MergeText
              label={t('push.buttonAction')}
              value={action}
              onChange={next => set(index, { action: next })}
              fields={fields}
              maxLength={2000}
              address
              error={faultOf(action)}
              placeholder="https://"
              readOnly={readOnly}
            />
          </div>
        </fieldset>
      ))}
      {buttons.length < PUSH_ACTIONS_MAX && !readOnly && (
        <div>
          <Button size="sm" icon={Plus} data-add="" onClick={add}>
            {t('push.addButton')}
          </Button>
        </div>
      )}
    </div>
  )
}
