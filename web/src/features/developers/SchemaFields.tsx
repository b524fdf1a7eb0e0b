import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { boundsOf, objectsIn, type Schema, typeOf, valuesOf } from './document.ts'
import { InlineCode } from './InlineCode.tsx'

/** Deeper ones are in the example. */
const DEPTH_MAX = 4

/** Fields of an object, or of each of the objects that a value may be. */
export function SchemaFields({ schema, depth = 0 }: { schema: Schema; depth?: number }) {
  const { t } = useTranslation('developers')
  const objects = objectsIn(schema)
  if (objects.length === 0 || depth > DEPTH_MAX) return null
  if (objects.length === 1 && objects[0]) return <Fields object={objects[0]} depth={depth} />
  return objects.map((object, at) => {
    const kind = Object.entries(object.properties ?? {}).find(([, { enum: values }]) => values?.length === 1)
    const title = kind ? `${kind[0]}: ${String(kind[1].enum?.[0])}` : t('choice', { number: at + 1 })
    return (
      <Disclosure key={title} inline defaultOpen={at === 0 && depth === 0} title={<span dir="ltr">{title}</span>}>
        <Fields object={object} depth={depth} />
      </Disclosure>
    )
  })
}

function Fields({ object, depth }: { object: Schema; depth: number }) {
  const required = new Set(object.required)
  const fields = Object.entries(object.properties ?? {}).filter(([, schema]) => schema.not === undefined)
  return (
    <ul className="divide-y divide-line">
      {fields.map(([name, schema]) => (
        <li key={name} className="py-2">
          <Field name={name} schema={schema} isRequired={required.has(name)} />
          {objectsIn(schema).length > 0 && depth < DEPTH_MAX && <Inner schema={schema} depth={depth + 1} />}
        </li>
      ))}
    </ul>
  )
}

function Inner({ schema, depth }: { schema: Schema; depth: number }) {
  const { t } = useTranslation('developers')
  return (
    <Disclosure inline title={t('innerFields')}>
      <SchemaFields schema={schema} depth={depth} />
    </Disclosure>
  )
}

/** One field or parameter: its name, what it is, whether it has to be there, and its bounds. */
export function Field({
  name,
  schema,
  isRequired,
  description,
}: {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
}) {
  const { t } = useTranslation('developers')
  const words = description ?? schema.description
  const values = valuesOf(schema)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code dir="ltr" className="font-mono text-13 font-medium wrap-anywhere">
          {name}
        </code>
        <span dir="ltr" className="font-mono text-12 wrap-anywhere text-muted">
          {typeOf(schema)}
        </span>
        {isRequired && <span className="text-12 font-medium text-warning-ink">{t('required')}</span>}
        <Bounds schema={schema} />
      </p>
      {words && (
        <p lang="en" className="mt-0.5 text-13 text-ink-2">
          <InlineCode>{words}</InlineCode>
        </p>
      )}
      {values.length > 0 && (
        <p dir="ltr" className="mt-0.5 text-12 text-muted">
          <InlineCode>{values.map(value => `\`${value}\``).join(' ')}</InlineCode>
        </p>
      )}
    </>
  )
}

function Bounds({ schema }: { schema: Schema }) {
  const { t } = useTranslation('developers')
  const { number } = useDisplay()
  const bounds = boundsOf(schema)
  if (bounds === undefined) return null
  const { word, least, most } = bounds
  const words =
    least > 0
      ? t(`bounds.${word}`, { least: number(least), most: number(most) })
      : t(`bounds.most.${word}`, { most: number(most) })
  return <span className="text-12 text-muted">{words}</span>
}
