import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeSample } from '../../components/samples/CodeSample.tsx'
import { LANGUAGES, sampleCode } from '../../components/samples/samples.ts'
import { paths } from '../../paths.ts'
import { Badge, type BadgeType } from '../../ui/layout/Badge.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import {
  type ApiDocument,
  jsonOf,
  type Operation,
  type Parameter,
  resolved,
  type Response,
  type Schema,
} from './document.ts'
import { InlineCode } from './InlineCode.tsx'
import { sampleOf } from './operation-sample.ts'
import { Field, SchemaFields } from './SchemaFields.tsx'

const METHOD_BADGES: Record<string, BadgeType> = {
  GET: 'light-blue',
  POST: 'light-green',
  PUT: 'mellow',
  PATCH: 'mellow',
  DELETE: 'danger',
}

/** One call: what it does and takes, beside code for it and its answer. */
export function OperationSection({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { t } = useTranslation('developers')
  const { operationId, summary, description, method, path, parameters = [], requestBody, responses } = operation
  const body = jsonOf(requestBody?.content)
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const answer = jsonOf(success?.content)
  const sample = sampleOf(document, operation)
  return (
    <section
      aria-labelledby={operationId}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 border-t border-line py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h3 id={operationId} lang="en" className="scroll-mt-4 text-16 font-semibold tracking-(--ls-tight)">
          {summary}
        </h3>
        <p dir="ltr" className="mt-1.5 flex flex-wrap items-center gap-2">
          <Badge type={METHOD_BADGES[method] ?? 'secondary'}>{method}</Badge>
          <code className="min-w-0 font-mono text-13 wrap-anywhere">{path}</code>
        </p>
        <Needed operation={operation} />
        {description && (
          <p lang="en" className="mt-3 text-ink-2">
            <InlineCode>{description}</InlineCode>
          </p>
        )}
        <Parameters parameters={parameters} />
        {body.schema && (
          <Part word="body">
            <SchemaFields schema={body.schema} />
          </Part>
        )}
        {answer.schema && (
          <div className="mt-4">
            <Answer schema={answer.schema} />
          </div>
        )}
        <Refusals document={document} responses={responses} />
      </div>
      <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">
        <CodeSample choice={t('language')} languages={LANGUAGES} codeOf={language => sampleCode(language, sample)} />
        <Example status={status} example={answer.example} />
      </div>
    </section>
  )
}

/** What a caller has to have. */
function Needed({ operation: { security } }: { operation: Operation }) {
  const { t } = useTranslation('developers')
  const scope = security.flatMap(each => each['oauth'] ?? [])[0]
  const isOfSession = security.some(each => 'bearer' in each)
  if (scope === undefined && !isOfSession) return null
  return (
    <p className="mt-2 text-13 text-muted">
      <InlineCode>{scope === undefined ? t('needs.session') : t('needs.scope', { scope })}</InlineCode>
    </p>
  )
}

const PLACES = ['path', 'query', 'header'] as const

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return PLACES.map(place => {
    const fields = parameters.filter(each => each.in === place)
    if (fields.length === 0) return null
    return (
      <Part key={place} word={place}>
        <ul className="divide-y divide-line">
          {fields.map(({ name, schema, required, description }) => (
            <li key={name} className="py-2">
              <Field name={name} schema={schema} isRequired={required === true} description={description} />
            </li>
          ))}
        </ul>
      </Part>
    )
  })
}

function Part({ word, children }: { word: string; children: ReactNode }) {
  const { t } = useTranslation('developers')
  return (
    <div className="mt-5">
      <h4 className="border-b border-line pb-1.5 text-13 font-semibold">{t(`parts.${word}`)}</h4>
      {children}
    </div>
  )
}

function Answer({ schema }: { schema: Schema }) {
  const { t } = useTranslation('developers')
  return (
    <Disclosure inline title={t('parts.answer')}>
      <SchemaFields schema={schema} />
    </Disclosure>
  )
}

function Refusals({ document, responses }: { document: ApiDocument; responses: Record<string, Response> }) {
  const { t } = useTranslation('developers')
  const refusals = Object.entries(responses).filter(([status]) => status.startsWith('4'))
  return (
    <Disclosure inline title={t('parts.refusals')}>
      <ul className="divide-y divide-line">
        {refusals.map(([status, response]) => (
          <li key={status} className="flex gap-3 py-2">
            <code dir="ltr" className="font-mono text-13 font-medium">
              {status}
            </code>
            <span lang="en" className="text-13 text-ink-2">
              <InlineCode>{resolved(document, response).description ?? ''}</InlineCode>
            </span>
          </li>
        ))}
      </ul>
      <p className="py-2 text-13">
        <Link href={paths.developers('errors')}>{t('allErrors')}</Link>
      </p>
    </Disclosure>
  )
}

function Example({ status, example }: { status: string | undefined; example: unknown }) {
  const { t } = useTranslation('developers')
  if (status === undefined || example === undefined) return null
  return (
    <>
      <h4 className="mt-4 mb-1 text-12 text-muted">{t('answered', { status })}</h4>
      <CodeBlock code={JSON.stringify(example, null, 2)} copy />
    </>
  )
}
