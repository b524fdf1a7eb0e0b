import { checkWorker, downloadWorker, readInstallation, type WorkerVerdict } from '@notifly/contracts/web-push/web-push'
import { Download, SearchCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { saveDownload } from '../../components/lists/save-download.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IdentityStep } from './IdentityStep.tsx'

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
            <Button size="sm" icon={Download} onClick={() => void saveDownload(downloadWorker, {})}>
              {t('install.download')}
            </Button>
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
      {fault === 'unreachable' && found !== null ? say({ message: found, ...sentence }) : t(`install.remedy.${fault}`)}{' '}
      <bdi className="block wrap-anywhere">{url}</bdi>
    </Alert>
  )
}
