import { BRAND_COLORS, type BrandColor, HEX_COLOR } from '@notifly/contracts/brand/brand'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { contrast, inkOn, READABLE } from '../../components/brand/contrast.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ColorField } from '../../components/form/ColorField.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { BrandPartProps } from './brand-form.ts'

const PAPER = '#ffffff'
const INKS = [PAPER, '#12151b'] as const

/** What is read on which colour: a button's words on the primary one, texts on the white of the mail. */
function ratioOf(name: BrandColor, color: string): number {
  const other = name === 'primary' || name === 'background' ? inkOn(color, INKS) : PAPER
  return contrast(color, other)
}

/** The colours, each with how well it is read. */
export function ColorsPanel({ form, readOnly }: BrandPartProps) {
  const { t } = useTranslation('brand')
  return (
    <Panel title={t('colors')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {BRAND_COLORS.map(name => (
          <Controller
            key={name}
            control={form.control}
            name={`colors.${name}`}
            render={({ field: { value, onChange, onBlur } }) => (
              <ColorField
                label={t(`colorNames.${name}`)}
                value={value}
                onChange={onChange}
                onLeft={onBlur}
                readOnly={readOnly}
                help={<Readable name={name} color={value} />}
                error={form.errorOf(`colors.${name}`)}
              />
            )}
          />
        ))}
      </div>
    </Panel>
  )
}

function Readable({ name, color }: { name: BrandColor; color: string }) {
  const { t } = useTranslation('brand')
  const { number } = useDisplay()
  if (!HEX_COLOR.test(color)) return null
  const ratio = ratioOf(name, color)
  const isGood = ratio >= READABLE
  return (
    <span className={isGood ? undefined : 'text-warning-ink'}>
      {t(`contrast.${name}.${isGood ? 'good' : 'poor'}`, { ratio: number(Math.floor(ratio * 10) / 10) })}
    </span>
  )
}
