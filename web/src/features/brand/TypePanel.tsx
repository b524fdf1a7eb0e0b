import { BRAND_FONTS, type BrandFont, BUTTON_SHAPES } from '@notifly/contracts/brand/brand'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { BrandPartProps } from './brand-form.ts'

const NAMES: Record<Exclude<BrandFont, 'system'>, string> = {
  arial: 'Arial',
  verdana: 'Verdana',
  trebuchet: 'Trebuchet MS',
  georgia: 'Georgia',
  times: 'Times New Roman',
  courier: 'Courier New',
}

/** Font and buttons. */
export function TypePanel({ form, readOnly }: BrandPartProps) {
  const { t } = useTranslation('brand')
  const fonts = (Object.keys(BRAND_FONTS) as BrandFont[]).map(value => ({
    value,
    label: value === 'system' ? t('systemFont') : NAMES[value],
  }))
  return (
    <Panel title={t('type')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('font')} help={t('fontHelp')} error={form.errorOf('font')}>
          <Controller
            control={form.control}
            name="font"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <Select ref={ref} onBlur={onBlur} options={fonts} value={value} onChange={onChange} disabled={readOnly} />
            )}
          />
        </Field>
        <Field label={t('buttons')} error={form.errorOf('button')}>
          <Controller
            control={form.control}
            name="button"
            render={({ field: { value, onChange } }) => (
              <Segmented
                segments={BUTTON_SHAPES.map(shape => ({ value: shape, label: t(`shapes.${shape}`) }))}
                value={value}
                onChange={onChange}
                disabled={readOnly}
              />
            )}
          />
        </Field>
      </div>
    </Panel>
  )
}
