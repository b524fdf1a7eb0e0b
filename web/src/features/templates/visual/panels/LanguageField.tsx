import { useTranslation } from 'react-i18next'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { attributeOf, withAttribute } from '../mjml/attributes.ts'
import { type ElementNode, replace } from '../mjml/tree.ts'
import { useVisualShared } from '../visual-context.ts'

const LANGUAGES =
  'ar bn cs da de el en es fa fi fr gu he hi hu id it ja kn ko ml mr nb nl pa pl pt ro ru sv ta te th tr uk ur vi zh'

const NONE = 'none'

/** What a mail says that it is written in: screen readers speak it so, and it decides from which side it is read. */
export function LanguageField() {
  const { t, i18n } = useTranslation('visual')
  const { visual, mayWrite } = useVisualShared()
  const mjml = visual.root.children.find((node): node is ElementNode => node.kind === 'element' && node.tag === 'mjml')
  if (!mjml) return null
  const own = attributeOf(mjml, 'lang') ?? ''
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const codes = new Set([...LANGUAGES.split(' '), ...(own === '' ? [] : [own])])
  const known = [...codes].map(value => ({ value, label: nameOf(names, value) }))
  const options = [
    { value: NONE, label: t('settings.noLanguage') },
    ...known.toSorted((one, other) => one.label.localeCompare(other.label, i18n.language)),
  ]
  return (
    <Field label={t('settings.language')} help={t('settings.languageHelp')}>
      <Select
        options={options}
        value={own || NONE}
        disabled={!mayWrite}
        onChange={next =>
          visual.edit(root =>
            replace(root, mjml.id, node =>
              withAttribute(node as ElementNode, 'lang', next === NONE ? undefined : next),
            ),
          )
        }
      />
    </Field>
  )
}

/** A source may say anything. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
