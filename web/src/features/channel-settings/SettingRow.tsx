import type { AnySettings, SettingField } from '@notifly/contracts/channel-settings/form'
import { RETYPE_PASSWORD } from '@notifly/contracts/channel-settings/form'
import { FileUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../locales/use-say.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { SettingControl } from './SettingControl.tsx'
import { isMasked, mustRetype } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

export interface SettingRowProps {
  form: SettingsFormState
  name: string
  field: SettingField
  stored: AnySettings | undefined
  /** What the rejected request says that is being corrected; its secrets stay with it. */
  asked: AnySettings | undefined
  readOnly: boolean
  /** Further buttons at the end of its label. */
  end?: ReactNode
  help?: ReactNode
}

/** One setting: label, control, and what becomes of a secret that is stored. */
export function SettingRow({ form, name, field, stored, asked, readOnly, end, help }: SettingRowProps) {
  const { t } = useTranslation('channels')
  const say = useSay()
  const value: unknown = form.watch(name)
  const isStored = stored?.[name] !== undefined
  const isGoing = field.isSecret && value === null && isStored
  const mayGo = field.isSecret && field.isOptional && field.goesWith.length === 0 && isMasked(value)
  const remove = () => form.setValue(name, null, { shouldDirty: true, shouldValidate: true })
  const buttons = readOnly
    ? []
    : [
        end,
        field.file !== undefined && <FileButton key="file" form={form} name={name} accept={field.file} />,
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
      <SettingControl form={form} name={name} field={field} readOnly={readOnly} />
    </Field>
  )

  function secretHelp(): string | undefined {
    if (readOnly || !field.isSecret || !isMasked(value)) return undefined
    const typed = form.watch()
    const isAsked = isMasked(asked?.[name])
    if (isAsked && !mustRetype(field, typed, asked)) return t('secret.asked')
    if ((isAsked && !isStored) || mustRetype(field, typed, stored)) {
      return field.retype === RETYPE_PASSWORD ? t('secret.retypePassword') : say({ key: field.retype })
    }
    const project = field.shownAs === undefined ? undefined : stored?.[field.shownAs]
    return typeof project === 'string' ? t('secret.project', { project }) : t('secret.kept')
  }
}

/** Reads a small file into the field; it goes nowhere before the form is saved. */
function FileButton({ form, name, accept }: { form: SettingsFormState; name: string; accept: string }) {
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
