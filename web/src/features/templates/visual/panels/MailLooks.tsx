import { BRAND_FONTS, type BrandFont } from '@notifly/contracts/brand/brand'
import { Palette as PaletteIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { NumberInput } from '../../../../ui/controls/NumberInput.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { withAttribute } from '../mjml/attributes.ts'
import { lookOf, pixelsOf } from '../mjml/look.ts'
import { bodyOf } from '../mjml/parse.ts'
import { type ElementNode, replace } from '../mjml/tree.ts'
import { headAttribute, withBrand, withHeadAttribute } from '../model/head.ts'
import { hasOwnStyles } from '../model/own-styles.ts'
import { useVisualShared } from '../visual-context.ts'
import { Color } from './AttributeField.tsx'
import { LanguageField } from './LanguageField.tsx'

/** What the head and the body of a mail say of all its blocks. */
export function MailLooks() {
  const { t } = useTranslation('visual')
  const { visual, brand, mayWrite } = useVisualShared()
  return (
    <>
      <LanguageField />
      <LookFields />
      {/* Wider screens say it above the canvas. */}
      {hasOwnStyles(visual.root) && (
        <Alert tone="info" className="sm:hidden">
          {t('settings.ownStyles')}
        </Alert>
      )}
      {brand && mayWrite && (
        <Button icon={PaletteIcon} onClick={() => visual.edit(root => withBrand(root, brand))}>
          {t('settings.brand')}
        </Button>
      )}
    </>
  )
}

const OWN_FONT = 'own'
const FONT_NAMES: Record<Exclude<BrandFont, 'system'>, string> = {
  arial: 'Arial',
  verdana: 'Verdana',
  trebuchet: 'Trebuchet MS',
  georgia: 'Georgia',
  times: 'Times New Roman',
  courier: 'Courier New',
}

function LookFields() {
  const { t } = useTranslation('visual')
  const { visual, looks, mayWrite } = useVisualShared()
  const { root } = visual
  const body = bodyOf(root)
  const setBody = (name: string, value: string | undefined) =>
    visual.edit(now => replace(now, body.id, node => withAttribute(node as ElementNode, name, value)), {
      about: `body.${name}`,
    })
  const setHead = (tag: string, name: string, value: string | undefined) =>
    visual.edit(now => withHeadAttribute(now, tag, name, value), { about: `head.${tag}.${name}` })
  const font = headAttribute(root, 'mj-all', 'font-family') ?? headAttribute(root, 'mj-text', 'font-family') ?? ''
  const families = (Object.keys(BRAND_FONTS) as BrandFont[]).map(name => ({
    name,
    family: BRAND_FONTS[name].replaceAll('"', "'"),
  }))
  const known = families.find(({ family }) => family === font)?.name
  const options = [
    ...families.map(({ name }) => ({
      value: name as string,
      label: name === 'system' ? t('settings.systemFont') : FONT_NAMES[name],
    })),
    ...(known === undefined
      ? [{ value: OWN_FONT, label: font === '' ? t('settings.defaultFont') : font.slice(0, 60) }]
      : []),
  ]
  const color = (label: string, value: string | undefined, set: (next: string | undefined) => void) => (
    <Color label={label} value={value ?? ''} readOnly={!mayWrite} onChange={set} />
  )
  return (
    <>
      <Field label={t('settings.font')}>
        <Select
          options={options}
          value={known ?? OWN_FONT}
          disabled={!mayWrite}
          onChange={next => {
            const family = families.find(({ name }) => name === next)?.family
            if (family !== undefined) setHead('mj-all', 'font-family', family)
          }}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('settings.width')}>
          <NumberInput
            value={pixelsOf(lookOf(body, looks)['width']) ?? null}
            min={320}
            max={900}
            suffix="px"
            disabled={!mayWrite}
            onChange={next => setBody('width', next === null ? undefined : `${next}px`)}
          />
        </Field>
        <Field label={t('settings.textSize')}>
          <NumberInput
            value={pixelsOf(headAttribute(root, 'mj-text', 'font-size')) ?? null}
            min={8}
            max={48}
            suffix="px"
            placeholder="13"
            disabled={!mayWrite}
            onChange={next => setHead('mj-text', 'font-size', next === null ? undefined : `${next}px`)}
          />
        </Field>
        {color(t('settings.page'), lookOf(body, looks)['background-color'], next => setBody('background-color', next))}
        {color(t('settings.content'), headAttribute(root, 'mj-section', 'background-color'), next =>
          setHead('mj-section', 'background-color', next),
        )}
        {color(t('settings.text'), headAttribute(root, 'mj-text', 'color'), next => setHead('mj-text', 'color', next))}
        {color(t('settings.button'), headAttribute(root, 'mj-button', 'background-color'), next =>
          setHead('mj-button', 'background-color', next),
        )}
      </div>
    </>
  )
}
