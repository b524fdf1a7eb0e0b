import { SOCIAL_NETWORKS } from '@notifly/contracts/brand/brand'
import type { Image } from '@notifly/contracts/images/images'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MergeText } from '../../../../components/fields/MergeText.tsx'
import { LibraryButton } from '../../../../components/images/LibraryButton.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { isDecorative, withImage } from '../model/image.ts'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { attributeOf, withAttribute } from '../mjml/attributes.ts'
import { lookOf } from '../mjml/look.ts'
import { parseBlocks } from '../mjml/parse.ts'
import { type ElementNode, find, insertInto, removeFrom, replace } from '../mjml/tree.ts'
import { ICONS } from '../model/new-blocks.ts'
import { layoutOf, LAYOUTS, withLayout } from '../model/columns.ts'
import { mailWidth } from '../canvas/styles.ts'
import { bodyOf } from '../mjml/parse.ts'
import { partsOf } from '../use-block-acts.ts'
import { useVisualShared } from '../visual-context.ts'
import { useAttributes } from './AttributeField.tsx'

/** The picture, and the words for those who do not see it. */
export function ImageFields({ node }: { node: ElementNode }) {
  const { t } = useTranslation('visual')
  const { visual, looks, fields, mayWrite } = useVisualShared()
  const change = useAttributes(node)
  const alt = attributeOf(node, 'alt') ?? ''
  const take = (image: Image) => {
    const room = mailWidth(lookOf(bodyOf(visual.root), looks))
    visual.edit(root => replace(root, node.id, each => withImage(each as ElementNode, image, room)))
  }
  return (
    <>
      {mayWrite && <LibraryButton label={t('image.address')} onTaken={take} />}
      <MergeText
        address
        label={t('image.address')}
        value={attributeOf(node, 'src') ?? ''}
        fields={fields}
        readOnly={!mayWrite}
        onChange={src => change({ src })}
      />
      <MergeText
        label={t('image.alt')}
        help={t('image.altHelp')}
        value={alt}
        fields={fields}
        maxLength={500}
        readOnly={!mayWrite}
        onChange={next => change({ alt: next === '' ? undefined : next })}
      />
      <Checkbox
        label={t('image.decorative')}
        help={t('image.decorativeHelp')}
        checked={isDecorative(node)}
        disabled={!mayWrite}
        onChange={next => change({ alt: next ? '' : undefined })}
      />
    </>
  )
}

const LEVELS = ['1', '2', '3'] as const

/** How important a heading is. */
export function HeadingFields({ node }: { node: ElementNode }) {
  const { t } = useTranslation('visual')
  const { visual, mayWrite } = useVisualShared()
  const now = /^\s*<h([1-6])/i.exec(node.content ?? '')?.[1] ?? '2'
  const set = (level: string) => {
    const content = (node.content ?? '')
      .replace(/^(\s*<)h[1-6]/i, `$1h${level}`)
      .replace(/<\/h[1-6](\s*>\s*)$/i, `</h${level}$1`)
    visual.edit(root => replace(root, node.id, each => ({ ...(each as ElementNode), content })))
  }
  return (
    <Field label={t('heading.level')}>
      <Segmented
        size="sm"
        block
        aria-label={t('heading.level')}
        disabled={!mayWrite}
        value={now}
        onChange={set}
        segments={LEVELS.map(level => ({ value: level as string, label: t('heading.name', { level }) }))}
      />
    </Field>
  )
}

/** How many columns a section has. */
export function LayoutFields({ node }: { node: ElementNode }) {
  const { t } = useTranslation('visual')
  const { visual, mayWrite } = useVisualShared()
  return (
    <Field label={t('layout.label')} help={layoutOf(node) === undefined ? t('layout.other') : undefined}>
      <Segmented
        size="sm"
        block
        aria-label={t('layout.label')}
        disabled={!mayWrite}
        value={layoutOf(node) ?? null}
        onChange={layout => visual.edit(root => withLayout(root, node.id, layout))}
        segments={LAYOUTS.map(layout => ({ value: layout, label: layout === '1' ? '1' : layout.replaceAll('-', ':') }))}
      />
    </Field>
  )
}

/** Links to where else a company is. */
export function SocialFields({ node }: { node: ElementNode }) {
  const { t } = useTranslation('visual')
  const { visual, mayWrite } = useVisualShared()
  const edit = (change: (social: ElementNode) => ElementNode, about = '') =>
    visual.edit(root => replace(root, node.id, each => change(each as ElementNode)), { about })
  const depth = find(visual.root, node.id)?.path.length ?? 0
  const set = (part: ElementNode, name: string, value: string) =>
    edit(
      social => replace(social, part.id, each => withAttribute(each as ElementNode, name, value)),
      `${part.id}.${name}`,
    )
  const options = SOCIAL_NETWORKS.map(network => ({ value: ICONS[network], label: t(`networks.${network}`) }))
  const setNetwork = (part: ElementNode, icon: string) =>
    edit(social => replace(social, part.id, each => withNetwork(each as ElementNode, icon, options)))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium">{t('social.label')}</legend>
      {partsOf(node).map(part => {
        const network = (attributeOf(part, 'name') ?? '').replace(/-noshare$/, '')
        return (
          <div key={part.id} className="grid grid-cols-[7.5rem_minmax(0,1fr)_auto] gap-1.5">
            <Select
              aria-label={t('social.network')}
              options={options}
              value={network}
              disabled={!mayWrite}
              onChange={next => setNetwork(part, next)}
            />
            <TextInput
              dir="ltr"
              inputMode="url"
              aria-label={t('social.address')}
              placeholder="https://"
              maxLength={2000}
              readOnly={!mayWrite}
              value={attributeOf(part, 'href') ?? ''}
              onChange={event => set(part, 'href', event.currentTarget.value)}
            />
            {mayWrite && (
              <IconButton
                icon={X}
                label={t('social.remove')}
                onClick={() => edit(social => removeFrom(social, part.id) as ElementNode)}
              />
            )}
          </div>
        )
      })}
      {mayWrite && (
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() =>
            edit(
              social =>
                insertInto(
                  social,
                  parseBlocks(
                    '<mj-social-element name="facebook-noshare" href="https://" alt="Facebook"></mj-social-element>',
                  ),
                  null,
                  depth,
                ) as ElementNode,
            )
          }
        >
          {t('social.add')}
        </Button>
      )}
    </fieldset>
  )
}

/** Another network, which screen readers then hear; words of one's own stay. */
function withNetwork(
  part: ElementNode,
  icon: string,
  networks: readonly { value: string; label: string }[],
): ElementNode {
  const named = withAttribute(part, 'name', `${icon}-noshare`)
  const alt = attributeOf(part, 'alt') ?? ''
  if (alt !== '' && networks.every(({ label }) => label !== alt)) return named
  return withAttribute(named, 'alt', networks.find(({ value }) => value === icon)?.label)
}
