import { KEPT_SECRET } from '@notifly/contracts/channel-settings/channels'
import { RETYPE_PASSWORD, type SettingField } from '@notifly/contracts/channel-settings/form'
import { FileUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, type FocusEvent, type ReactNode, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useTranslateSentence } from '../../locales/use-translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { isMasked, mustRetype, useSettings } from './use-settings-form.ts'

interface SettingProps {
  name: string
  field: SettingField
}

export interface SettingRowProps extends SettingProps {
  /** Further buttons at the end of its label. */
  end?: ReactNode
  help?: ReactNode
}

/** One setting: label, control, and what becomes of a secret that is stored. */
export function SettingRow({ name, field, end, help }: SettingRowProps) {
  const { form, stored, asked, readOnly } = useSettings()
  const { t } = useTranslation('channels')
  const translateSentence = useTranslateSentence()
  const value: unknown = form.watch(name)
  const isStored = stored?.[name] !== undefined
  const isGoing = field.isSecret && value === null && isStored
  const mayGo = field.isSecret && field.isOptional && field.goesWith.length === 0 && isMasked(value)
  const remove = () => form.setValue(name, null, { shouldDirty: true, shouldValidate: true })
  const buttons = readOnly
    ? []
    : [
        end,
        field.file !== undefined && <FileButton key="file" name={name} accept={field.file} />,
        mayGo && (
          <Button key="remove" size="sm" variant="ghost" icon={Trash2} onClick={remove}>
            {t('secret.remove')}
          </Button>
        ),
      ].filter(Boolean)
  return (
    <Field
      label={t(`fields.${name}.label`)}
      optional={field.isOptional && !field.isUnmarked}
      error={form.errorOf(name)}
      help={isGoing ? t('secret.removed') : (secretHelp() ?? help)}
      end={buttons.length > 0 && <span className="flex gap-1">{buttons}</span>}
    >
      <SettingControl name={name} field={field} />
    </Field>
  )

  function secretHelp(): string | undefined {
    if (readOnly || !field.isSecret || !isMasked(value)) return undefined
    const typed = form.watch()
    const isAsked = isMasked(asked?.[name])
    if (isAsked && !mustRetype(field, typed, asked)) return t('secret.asked')
    if ((isAsked && !isStored) || mustRetype(field, typed, stored)) {
      return field.retype === RETYPE_PASSWORD ? t('secret.retypePassword') : translateSentence({ key: field.retype })
    }
    const project = field.shownAs === undefined ? undefined : stored?.[field.shownAs]
    return typeof project === 'string' ? t('secret.project', { project }) : t('secret.kept')
  }
}

/** Reads a small file into the field; it goes nowhere before the form is saved. */
function FileButton({ name, accept }: { name: string; accept: string }) {
  const { form } = useSettings()
  const { t } = useTranslation('channels')
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file === undefined) return
    const text = await file.slice(0, LARGEST_BYTES).text()
    form.setValue(name, text.trim(), { shouldDirty: true, shouldValidate: true })
    target.value = ''
  }
  return (
    <>
      <Button size="sm" variant="ghost" icon={FileUp} onClick={() => input.current?.click()}>
        {t('secret.file')}
      </Button>
      <input ref={input} type="file" accept={accept} hidden onChange={event => void take(event)} />
    </>
  )
}

/** Keys are a few kilobytes; whatever is longer is refused by the field's own limit. */
const LARGEST_BYTES = 20_000

/** More choices than this are searched by typing. */
const SHORT_LIST = 12

/** The control of one setting, by its kind. */
function SettingControl({ name, field }: SettingProps) {
  const { form, readOnly } = useSettings()
  const { register } = form
  switch (field.kind) {
    case 'secret':
      return (
        <PasswordInput
          {...register(name)}
          dir="ltr"
          autoComplete="new-password"
          readOnly={readOnly}
          onFocus={selectMask}
        />
      )
    case 'textarea':
      return (
        <Textarea
          {...register(name)}
          mono
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          readOnly={readOnly}
          className="max-h-48"
          onFocus={selectMask}
        />
      )
    case 'select':
      return <Choice name={name} field={field} />
    default:
      return (
        <TextInput
          {...register(name, field.kind === 'number' ? { setValueAs: emptyIsNull } : {})}
          type={field.input === 'email' ? 'email' : 'text'}
          inputMode={field.input ?? 'text'}
          // Codes of machines read from left to right in every language; a name does not.
          dir={name.endsWith('name') ? undefined : 'ltr'}
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          maxLength={field.maxLength}
        />
      )
  }
}

/** Entering the field of a stored secret replaces the asterisks by a new one. */
function selectMask({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (currentTarget.value === KEPT_SECRET) currentTarget.select()
}

const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value)

function Choice({ name, field }: SettingProps) {
  const { form, readOnly } = useSettings()
  const { t } = useTranslation('channels')
  const nameOf = (value: string) => {
    const proper = field.optionNames?.[value]
    return proper === undefined ? t(`options.${name}.${value}`) : `${proper} · ${value}`
  }
  const isLong = (field.options ?? []).length > SHORT_LIST
  const options = (field.options ?? []).map(value => ({ value, label: nameOf(value) }))
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) =>
        isLong ? (
          <Combobox
            ref={ref}
            onBlur={onBlur}
            options={options}
            disabled={readOnly}
            value={options.find(option => option.value === value) ?? null}
            onChange={option => option !== null && onChange(option.value)}
          />
        ) : (
          <Select
            ref={ref}
            onBlur={onBlur}
            options={options}
            disabled={readOnly}
            value={String(value)}
            onChange={onChange}
          />
        )
      }
    />
  )
}
