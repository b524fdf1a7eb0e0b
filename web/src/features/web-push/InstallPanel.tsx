import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  checkWorker,
  downloadWorker,
  readInstallation,
  revealIdentityKey,
  type WorkerVerdict,
} from '@notifly/contracts/web-push/web-push'
import { Eye, SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { SecretDialog } from '../../components/danger/SecretDialog.tsx'
import { DownloadButton } from '../../components/files/DownloadButton.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

/** What has to be put on the site: a line on every page, a file at its root, who is signed in; and a look whether the file is right. */
export function InstallPanel() {
  const { t } = useTranslation('prompts')
  const read = useRead(readInstallation, {})
  // Fetches the worker as a browser would.
  const check = useWrite(checkWorker, {})
  if (read.error && read.data === undefined) {
    return <ReadFailure error={read.error} title={t('install.failed')} onRetry={() => void read.refetch()} />
  }
  const { snippet, worker } = read.data ?? {}
  return (
    <Panel
      title={t('install.title')}
      actions={
        <Button size="sm" icon={SearchCheck} loading={check.isPending} onClick={() => check.mutate({})}>
          {t('install.check')}
        </Button>
      }
    >
      {check.data && (
        <div className="mb-4">
          <CheckResult {...check.data.data} />
        </div>
      )}
      <ol className="flex flex-col gap-5">
        <li className="flex flex-col gap-2">
          <h3 className="font-medium">{t('install.pages')}</h3>
          <p className="text-ink-2">{t('install.pagesText')}</p>
          {snippet === undefined ? <Skeleton height="4rem" /> : <CodeBlock code={snippet} copy />}
        </li>
        <li className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">{t('install.worker', { path: worker?.path ?? '' })}</h3>
            <DownloadButton size="sm" endpoint={downloadWorker} input={{}}>
              {t('install.download')}
            </DownloadButton>
          </div>
          <p className="text-ink-2">{t('install.workerText')}</p>
          {worker && (
            <Disclosure inline title={t('install.own')}>
              <div className="flex flex-col gap-2 pt-1">
                <p className="text-ink-2">{t('install.ownText')}</p>
                <CodeBlock code={worker.content} copy />
              </div>
            </Disclosure>
          )}
        </li>
        <IdentityStep />
      </ol>
    </Panel>
  )
}

function CheckResult({ url, fault, found, found_sentence: sentence }: WorkerVerdict) {
  const { t, i18n } = useTranslation('prompts')
  if (fault === null) {
    return (
      <Alert tone="success" live>
        {t('install.fine', { url })}
      </Alert>
    )
  }
  const told = found !== null && i18n.exists(`prompts:install.found.${fault}`) && t(`install.found.${fault}`, { found })
  return (
    <Alert tone="danger" live title={t(`install.fault.${fault}`)}>
      {told}{' '}
      {fault === 'unreachable' && found !== null
        ? translateSentence({ message: found, ...sentence })
        : t(`install.remedy.${fault}`)}{' '}
      <bdi className="block wrap-anywhere">{url}</bdi>
    </Alert>
  )
}

const IN_THE_PAGE = `window.notifly = window.notifly || []
notifly.push(['identify', { externalUserId: 'crm-12', proof: '…' }])`
const TRACKED = `notifly.push(['track', 'order_completed', { total: 49.9, currency: 'EUR' }])`
const ON_THE_SERVER = `import { createHmac } from 'node:crypto'

const proof = createHmac('sha256', process.env.NOTIFLY_IDENTITY_KEY).update('crm-12').digest('hex')`

/** How the site says who is signed in, and the key that it proves this with, for those who may change the settings. */
export function IdentityStep() {
  const { t } = useTranslation('prompts')
  const mayWrite = useCan(ACTIVITY.platformWebpush, 'update')
  const [key, setKey] = useState<string>()
  const reveal = useWrite(revealIdentityKey)
  const show = () => reveal.mutate({}, { onSuccess: ({ data }) => setKey(data.identity_key) })
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t('identity.title')}</h3>
        {mayWrite && (
          <Button size="sm" icon={Eye} loading={reveal.isPending} onClick={show}>
            {t('identity.show')}
          </Button>
        )}
      </div>
      <p className="text-ink-2">{t('identity.page')}</p>
      <CodeBlock code={IN_THE_PAGE} copy />
      <p className="text-ink-2">{t('identity.server')}</p>
      <CodeBlock code={ON_THE_SERVER} copy />
      <p className="text-ink-2">{t('identity.track')}</p>
      <CodeBlock code={TRACKED} copy />
      {key !== undefined && (
        <SecretDialog
          title={t('identity.key')}
          secret={key}
          copy={t('identity.copy')}
          keep={t('identity.keep')}
          onClose={() => setKey(undefined)}
        />
      )}
    </li>
  )
}
