import { Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeSample } from '../../components/samples/CodeSample.tsx'
import { LANGUAGES, type Sample, sampleCode } from '../../components/samples/samples.ts'
import { paths } from '../../paths.ts'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { DevelopersFrame } from './DevelopersFrame.tsx'
import { type ApiDocument, groupsOf, useDocument } from './document.ts'
import { type Guide, GUIDES } from './guides.ts'
import { InlineCode } from './InlineCode.tsx'
import { sampleOf } from './operation-sample.ts'
import { VERIFY_LANGUAGES, VERIFY_SAMPLES } from './verify-samples.ts'

/** What one has to know beyond single calls. */
export function GuidePage() {
  const { t } = useTranslation('developers')
  const { guide: named } = useParams({ strict: false }) as { guide: string }
  const { data: document } = useDocument()
  const guide = GUIDES.find(each => each === named)
  if (guide === undefined) return <Navigate to={paths.developers()} replace />
  return (
    <DevelopersFrame title={t(`guides.${guide}.title`)} lead={t(`guides.${guide}.lead`)} isReady>
      <div className="flex max-w-2xl flex-col gap-8">
        {PARTS[guide].map(({ name, code }) => (
          <Part key={name} title={t(`guides.${guide}.${name}.title`)} text={t(`guides.${guide}.${name}.text`)}>
            {code?.(document)}
          </Part>
        ))}
      </div>
    </DevelopersFrame>
  )
}

function Part({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="text-16 font-semibold tracking-(--ls-tight)">
        {title}
      </h2>
      <p className="mt-1 text-14 text-ink-2">
        <InlineCode>{text}</InlineCode>
      </p>
      {children && <div className="mt-3">{children}</div>}
    </section>
  )
}

interface PartOfGuide {
  name: string
  code?: (document: ApiDocument | undefined) => ReactNode
}

const PARTS: Record<Guide, readonly PartOfGuide[]> = {
  'first-message': [
    { name: 'key' },
    { name: 'send', code: callSample('sendMessage') },
    { name: 'follow', code: callSample('getMessage') },
  ],
  idempotency: [
    { name: 'messages', code: callSample('sendMessage') },
    { name: 'events', code: callSample('sendEvent') },
    { name: 'contacts', code: callSample('putContact') },
  ],
  webhooks: [
    { name: 'receive', code: () => <CodeBlock code={WEBHOOK_REQUEST} /> },
    {
      name: 'verify',
      code: () => <VerifySample />,
    },
    { name: 'retries' },
  ],
  // A page of its own.
  errors: [],
  limits: [{ name: 'rate', code: () => <CodeBlock code={LIMIT_HEADERS} /> }, { name: 'sizes' }, { name: 'times' }],
}

/** The example of a call; nothing until the document is there. */
function callSample(operationId: string): (document: ApiDocument | undefined) => ReactNode {
  return document => {
    if (document === undefined) return null
    const operation = groupsOf(document)
      .flatMap(({ operations }) => operations)
      .find(each => each.operationId === operationId)
    if (operation === undefined) return null
    return <CallSample sample={sampleOf(document, operation)} />
  }
}

function CallSample({ sample }: { sample: Sample }) {
  const { t } = useTranslation('developers')
  return <CodeSample choice={t('language')} languages={LANGUAGES} codeOf={language => sampleCode(language, sample)} />
}

function VerifySample() {
  const { t } = useTranslation('developers')
  return (
    <CodeSample choice={t('language')} languages={VERIFY_LANGUAGES} codeOf={language => VERIFY_SAMPLES[language]} />
  )
}

const WEBHOOK_REQUEST = `POST /your/path
content-type: application/json
webhook-id: 0199a1c0-5a7e-7c31-8b0e-2f6f0f6d8a11
webhook-timestamp: 1790000000
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"message.clicked","timestamp":"2026-09-21T13:33:20.000Z","data":{"channel":"email","to":"ana@example.com", …}}`

const LIMIT_HEADERS = `RateLimit-Policy: "key";q=200;w=2
RateLimit: "key";r=199;t=2`
