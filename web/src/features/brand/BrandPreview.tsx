import { type Brand, BrandContent, DEFAULT_BRAND, HEX_COLOR } from '@notifly/contracts/brand/brand'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PreviewFrame } from '../../components/email/PreviewFrame.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { starterContent, withDefaults } from '../../components/email/starters/starter-content.ts'
import type { BrandValues } from './brand-form.ts'

interface BrandPreviewProps {
  values: BrandValues
  logo: Brand['logo']
  /** The application's. */
  name: string
}

/** A new email as this brand would make it. What is half typed looks as by default. */
export function BrandPreview({ values, logo, name }: BrandPreviewProps) {
  const { t } = useTranslation(['templates', 'brand'])
  const [look, setLook] = useState<'light' | 'dark'>('light')
  const html = useMemo(() => {
    const brand: Brand = { ...readable(values), logo, name, updated_on: 0 }
    return withDefaults(starterContent('announcement', t, brand).html)
  }, [values, logo, name, t])
  return (
    <Panel
      bare
      title={t('brand:preview.title')}
      actions={
        <Segmented
          size="sm"
          aria-label={t('brand:preview.look')}
          value={look}
          onChange={setLook}
          segments={[
            { value: 'light', label: t('brand:preview.light') },
            { value: 'dark', label: t('brand:preview.dark') },
          ]}
        />
      }
    >
      <div className="h-160">
        <PreviewFrame title={t('brand:preview.title')} html={html} dark={look === 'dark'} />
      </div>
    </Panel>
  )
}

/** Each part as far as it is right already. */
function readable(values: BrandValues): BrandContent {
  const whole = BrandContent.safeParse(values)
  if (whole.success) return whole.data
  const { shape } = BrandContent
  const colors = Object.entries(values.colors).map(([color, value]) => [
    color,
    HEX_COLOR.test(value) ? value : DEFAULT_BRAND.colors[color as keyof BrandContent['colors']],
  ])
  return {
    ...DEFAULT_BRAND,
    company: shape.company.safeParse(values.company).data ?? '',
    colors: Object.fromEntries(colors) as BrandContent['colors'],
    font: values.font,
    button: values.button,
    address: shape.address.safeParse(values.address).data ?? '',
    social: values.social.filter(link => shape.social.safeParse([link]).success),
  }
}
