import { SOCIAL_NETWORKS } from '@notifly/contracts/brand/brand'
import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { BrandPartProps } from './brand-form.ts'

/** The end of an email: the company's address, and its links. */
export function FooterPanel({ form, readOnly }: BrandPartProps) {
  const { t } = useTranslation('brand')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'social' })
  const used = form.watch('social').map(({ network }) => network)
  const next = SOCIAL_NETWORKS.find(network => !used.includes(network))
  return (
    <Panel title={t('footer')}>
      <div className="flex flex-col gap-4">
        <Field label={t('address')} optional help={t('addressHelp')} error={form.errorOf('address')}>
          <Textarea {...form.register('address')} rows={3} maxLength={300} readOnly={readOnly} />
        </Field>
        <div role="group" aria-label={t('social')} className="flex flex-col gap-2">
          <span className="font-medium" aria-hidden>
            {t('social')}
          </span>
          {fields.length === 0 && <p className="text-12 text-muted">{t('noSocial')}</p>}
          {fields.map((field, index) => (
            <SocialRow
              key={field.id}
              form={form}
              readOnly={readOnly}
              index={index}
              used={used}
              onRemove={() => remove(index)}
            />
          ))}
          {next !== undefined && !readOnly && (
            <div>
              <Button size="sm" icon={Plus} onClick={() => append({ network: next, url: '' })}>
                {t('addSocial')}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Panel>
  )
}

interface SocialRowProps extends BrandPartProps {
  index: number
  used: readonly string[]
  onRemove: () => void
}

function SocialRow({ form, readOnly, index, used, onRemove }: SocialRowProps) {
  const { t } = useTranslation('brand')
  const own = form.watch(`social.${index}.network`)
  const networks = SOCIAL_NETWORKS.filter(network => network === own || !used.includes(network))
  return (
    <div className="grid grid-cols-[10rem_minmax(0,1fr)_auto] items-start gap-2 max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <Controller
        control={form.control}
        name={`social.${index}.network`}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Select
            ref={ref}
            onBlur={onBlur}
            aria-label={t('network', { number: index + 1 })}
            options={networks.map(network => ({ value: network, label: t(`networks.${network}`) }))}
            value={value}
            onChange={onChange}
            disabled={readOnly}
          />
        )}
      />
      <Field
        label={t('socialUrl', { network: t(`networks.${own}`) })}
        hideLabel
        error={form.errorOf(`social.${index}.url`)}
        className="max-sm:order-last max-sm:col-span-2"
      >
        <TextInput
          {...form.register(`social.${index}.url`)}
          mono
          dir="ltr"
          type="url"
          inputMode="url"
          maxLength={500}
          placeholder="https://"
          readOnly={readOnly}
        />
      </Field>
      {!readOnly && (
        <IconButton icon={Trash2} label={t('removeSocial', { network: t(`networks.${own}`) })} onClick={onRemove} />
      )}
    </div>
  )
}
