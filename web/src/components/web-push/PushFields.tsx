import type { Channel } from '@notifly/contracts/applications/applications'
import { PUSH_ACTIONS_MAX, type PushAction } from '@notifly/contracts/campaigns/content'
import type { MergeField } from '@notifly/contracts/contacts/audience'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { MergeText, type MergeTextProps } from '../fields/MergeText.tsx'
import { PictureButton } from '../files/PictureButton.tsx'
import { LibraryButton } from '../images/LibraryButton.tsx'
import { isAddress, isTarget, type PushWords } from './push-look.ts'

export interface PushFieldsProps {
  channel: Channel
  words: PushWords
  change: (patch: Partial<PushWords>) => void
  fields: readonly MergeField[]
  /** The server's error for a field. */
  faultOf?: (field: string) => string | undefined
  readOnly?: boolean
}

/** The props of a text field, by its name. */
function textProps({ words, change, fields, faultOf, readOnly = false }: PushFieldsProps, name: TextName) {
  const onChange = (text: string) => change({ [name]: text })
  return { value: words[name], onChange, fields, readOnly, error: faultOf?.(name) }
}

type TextName = Exclude<keyof PushWords, 'actions'>

/** Title, message and link. */
export function PushWordFields(props: PushFieldsProps) {
  const { t } = useTranslation('messages')
  const isApp = props.channel === 'mobilepush'
  const targetFault = useTargetFault(props.channel)
  const page = textProps(props, 'campaignPageUrl')
  return (
    <div className="flex flex-col gap-4">
      <MergeText {...textProps(props, 'campaignTitle')} label={t('push.title')} maxLength={500} />
      <MergeText {...textProps(props, 'campaignMsg')} label={t('push.text')} long />
      <MergeText
        {...page}
        label={t('push.page')}
        address
        optional={isApp}
        help={t(isApp ? 'push.pageHelpApp' : 'push.pageHelp')}
        error={targetFault(page.value) ?? page.error}
      />
    </div>
  )
}

/** Banner and icon. Apps show their own icon, so they have no icon field. */
export function PushPictureFields(props: PushFieldsProps) {
  const { t } = useTranslation('messages')
  const isApp = props.channel === 'mobilepush'
  return (
    <div className="flex flex-col gap-4">
      <PictureField
        {...textProps(props, 'campaignBannerImg')}
        label={t('push.banner')}
        help={t('push.bannerHelp')}
        optional={isApp}
      />
      {!isApp && (
        <PictureField {...textProps(props, 'campaignIcon')} label={t('push.icon')} help={t('push.iconHelp')} optional />
      )}
    </div>
  )
}

/** A picture given by its address, or uploaded to our server. */
function PictureField({ error, ...props }: MergeTextProps) {
  const { t } = useTranslation('messages')
  const [failure, setFailure] = useState<string>()
  const { label, value, onChange, readOnly } = props
  const fault = value.trim() === '' || isAddress(value) ? undefined : t('push.addressRule')
  return (
    <div className="flex flex-col gap-2">
      <MergeText {...props} address error={failure ?? fault ?? error} />
      {!readOnly && (
        <div className="flex flex-wrap gap-2">
          <PictureButton label={label} onTaken={onChange} onFailure={setFailure} />
          <LibraryButton label={label} onTaken={({ address }) => onChange(address)} />
        </div>
      )}
    </div>
  )
}

/** The error in a link's address; undefined if it is valid or empty. */
function useTargetFault(channel: Channel): (address: string) => string | undefined {
  const { t } = useTranslation('messages')
  const rule = t(channel === 'mobilepush' ? 'push.targetRule' : 'push.addressRule')
  return address => (address.trim() === '' || isTarget(channel, address) ? undefined : rule)
}

/** Where the focus goes after adding or removing a button: into the new one, or to the button that adds another. */
const NEW = 'fieldset:last-of-type :is(input, textarea)'
const ADD = '[data-add]'

/** Up to two buttons of a notification, each with a label and an address. */
export function PushButtonFields({ channel, words, change, fields, readOnly = false }: PushFieldsProps) {
  const { t } = useTranslation('messages')
  const targetFault = useTargetFault(channel)
  const { actions: buttons } = words
  const onChange = (actions: PushAction[]) => change({ actions })
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
        // Keyed by index: buttons have no other identity.
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
              fields={fields}
              readOnly={readOnly}
              label={t('push.buttonTitle')}
              value={title}
              onChange={next => set(index, { title: next })}
              maxLength={100}
            />
            <MergeText
              fields={fields}
              readOnly={readOnly}
              label={t('push.buttonAction')}
              value={action}
              onChange={next => set(index, { action: next })}
              address
              error={targetFault(action)}
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
