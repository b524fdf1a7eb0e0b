/** Fields for the prices of messages. */
import { PRICED_CATEGORIES } from '@notifly/contracts/channel-settings/prices'
import { CALLING_CODES } from '@notifly/contracts/sms/calling-codes'
import { Plus, Trash2 } from 'lucide-react'
import { Controller, type FieldPath, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCurrencies } from '../../components/display/use-currencies.ts'
import { useCallingCodes } from '../../components/display/use-calling-codes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import type { Option } from '../../ui/controls/options/option.ts'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { PriceForm, PriceValues } from './use-prices-form.ts'

interface PriceFieldsProps {
  form: PriceForm
}

export function CurrencyField({ form }: PriceFieldsProps) {
  const { t } = useTranslation('channels')
  const options = useCurrencies()
  return (
    <Field label={t('prices.currency')} error={form.errorOf('prices.currency')}>
      <Chosen form={form} name="prices.currency" options={options} />
    </Field>
  )
}

/** For each category that WhatsApp bills by. */
export function CategoryPrices({ form }: PriceFieldsProps) {
  const { t } = useTranslation('channels')
  return PRICED_CATEGORIES.map(category => (
    <Field key={category} optional label={t(`prices.category.${category}`)} error={form.errorOf(`prices.${category}`)}>
      <PriceInput form={form} name={`prices.${category}`} />
    </Field>
  ))
}

/** The price of all countries, and those of countries with one of their own. */
export function CountryPrices({ form }: PriceFieldsProps) {
  const { t } = useTranslation('channels')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'prices.countries' })
  return (
    <>
      <Field label={t('prices.default')} error={form.errorOf('prices.default_price')}>
        <PriceInput form={form} name="prices.default_price" />
      </Field>
      <div className="flex flex-col gap-3 sm:col-span-2">
        <h3 className="font-medium">{t('prices.byCountry')}</h3>
        {fields.map((field, at) => (
          <CountryRow key={field.id} form={form} at={at} onRemove={() => remove(at)} />
        ))}
        {fields.length < CALLING_CODES.length && (
          <div>
            <Button variant="ghost" icon={Plus} onClick={() => append({ calling_code: '', price: '' })}>
              {t('prices.addCountry')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

function CountryRow({ form, at, onRemove }: PriceFieldsProps & { at: number; onRemove: () => void }) {
  const { t } = useTranslation('channels')
  const { options } = useCallingCodes()
  const country = `prices.countries.${at}.calling_code` as const
  const price = `prices.countries.${at}.price` as const
  return (
    <fieldset className="flex items-start gap-2">
      <legend className="sr-only">{t('prices.countryRow', { number: at + 1 })}</legend>
      <Field hideLabel className="flex-1" label={t('prices.country')} error={form.errorOf(country)}>
        <Chosen form={form} name={country} options={options} />
      </Field>
      <Field hideLabel className="w-28 shrink-0 sm:w-36" label={t('prices.price')} error={form.errorOf(price)}>
        <PriceInput form={form} name={price} />
      </Field>
      <IconButton icon={Trash2} label={t('prices.removeCountry', { number: at + 1 })} onClick={onRemove} />
    </fieldset>
  )
}

interface OneProps extends PriceFieldsProps {
  name: FieldPath<PriceValues>
}

function PriceInput({ form, name }: OneProps) {
  return (
    <TextInput
      {...form.register(name)}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"

      maxLength={13}
    />
  )
}

function Chosen({ form, name, options }: OneProps & { options: readonly Option[] }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Combobox
          ref={ref}
          onBlur={onBlur}
          options={options}
          value={options.find(option => option.value === value) ?? null}
          onChange={option => onChange(option?.value ?? '')}
        />
      )}
    />
  )
}
