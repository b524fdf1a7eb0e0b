import { BRAND_FONTS, type BrandFont } from '@notifly/contracts/brand/brand'
import { CodeXml, FileCode, Palette as PaletteIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextPart } from '../../../../components/email/TextPart.tsx'
import { MergeText } from '../../../../components/fields/MergeText.tsx'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { NumberInput } from '../../../../ui/controls/NumberInput.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import type { EditorState } from '../../editor/use-editor.ts'
import { withAttribute } from '../mjml/attributes.ts'
import { lookOf, pixelsOf } from '../mjml/look.ts'
import { bodyOf } from '../mjml/parse.ts'
import { type ElementNode, replace } from '../mjml/tree.ts'
import { headAttribute, withBrand, withHeadAttribute } from '../model/head.ts'
import { hasOwnStyles } from '../model/own-styles.ts'
import { useVisualShared } from '../visual-context.ts'
import { Color } from './AttributeField.tsx'
import { LanguageField } from './LanguageField.tsx'

interface SettingsPanelProps {
  state: EditorState
  /** The text part that is written from the HTML. */
  generated: string | undefined
  onHtml: () => void
}

/** What holds for the whole mail. */
export function SettingsPanel({ state, generated, onHtml }: SettingsPanelProps) {
  const { t } = useTranslation(['visual', 'templates'])
  const { visual, fields, brand, mayWrite } = useVisualShared()
  return (
    <div className="flex flex-col gap-4">
      <MergeText
        label={t('templates:parts.preheader')}
        placeholder={t('templates:editor.preheaderPlaceholder')}
        value={state.content.preheader}
        fields={fields}
        maxLength={500}
        readOnly={!mayWrite}
        onChange={preheader => state.change({ preheader })}
      />
      <LanguageField />
      <MailLooks />
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
      {mayWrite && (
        <Group title={t('templates:parts.text')}>
          <div className="flex h-56 flex-col overflow-clip rounded-2 border border-line">
            <TextPart own={state.content.text} generated={generated} onChange={text => state.change({ text })}>
              <textarea
                dir="auto"
                value={state.content.text ?? ''}
                aria-label={t('templates:parts.text')}
                placeholder={t('templates:editor.textPlaceholder')}
                onChange={event => state.change({ text: event.currentTarget.value })}
                className="size-full resize-none bg-surface p-3 font-mono text-12 leading-[18px] outline-offset-[-2px]"
              />
            </TextPart>
          </div>
        </Group>
      )}
      {mayWrite && (
        <Group title={t('settings.mode')}>
          <Button icon={CodeXml} onClick={() => state.change({ mode: 'mjml' })}>
            {t('settings.source')}
          </Button>
          <Button icon={FileCode} onClick={onHtml}>
            {t('settings.html')}
          </Button>
          <p className="text-12 text-muted">{t('settings.htmlHelp')}</p>
        </Group>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
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

function MailLooks() {
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
