import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Stack } from '../../ui/layout/Page.tsx'
import { DevelopersFrame } from './DevelopersFrame.tsx'
import { anchorOf, type ApiDocument, groupsOf, useDocument } from './document.ts'
import { InlineCode } from './InlineCode.tsx'
import { OperationSection } from './OperationSection.tsx'

/** Every call for programs, as this installation answers it. */
export function ReferencePage() {
  const { t } = useTranslation(['developers', 'common'])
  const { data: document, isError, refetch } = useDocument()
  return (
    <DevelopersFrame title={t('reference.pageTitle')} lead={t('reference.lead')} isReady={document !== undefined}>
      {document && <Calls document={document} />}
      {!document && !isError && (
        <Stack>
          <LoadingNote />
          <Skeleton height="6rem" />
          <Skeleton height="24rem" />
        </Stack>
      )}
      {isError && !document && (
        <StateCard
          kind="error"
          title={t('reference.failed')}
          actions={
            <Button icon={RotateCw} onClick={() => void refetch()}>
              {t('common:ui.retry')}
            </Button>
          }
        />
      )}
    </DevelopersFrame>
  )
}

function Calls({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('developers')
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 pb-8 lg:grid-cols-2">
        <div>
          <h2 className="text-14 font-semibold">{t('reference.address')}</h2>
          <div className="mt-1.5">
            <CodeBlock code={document.servers[0]?.url ?? ''} copy />
          </div>
          <p className="mt-2 text-13 text-muted">
            {t('reference.whole')}{' '}
            <a href="/api/openapi.json" className="font-medium text-accent-ink underline-offset-3 hover:underline">
              openapi.json
            </a>
          </p>
        </div>
        <div>
          <h2 className="text-14 font-semibold">{t('reference.authentication')}</h2>
          <p className="mt-1.5 text-ink-2">
            <InlineCode>{t('reference.authenticationText')}</InlineCode>
          </p>
        </div>
      </div>
      {groupsOf(document).map(({ name, description, operations }) => (
        <section key={name} aria-labelledby={anchorOf(name)}>
          <h2 id={anchorOf(name)} lang="en" className="scroll-mt-4 pt-6 text-20 font-semibold tracking-(--ls-title)">
            {name}
          </h2>
          <p lang="en" className="mt-1 mb-6 max-w-2xl text-ink-2">
            <InlineCode>{description}</InlineCode>
          </p>
          {operations.map(operation => (
            <OperationSection key={operation.operationId} document={document} operation={operation} />
          ))}
        </section>
      ))}
    </>
  )
}
