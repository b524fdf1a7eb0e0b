import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../api/download.ts'
import { useUser } from '../../../components/session/use-session.ts'
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** The codes for the day on which the app is lost, shown this once: copied or downloaded, then put away. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('settings')
  const { email } = useUser()
  const text = codes.join('\n')
  const download = () => {
    const content = `${t('mfa.fileHead', { email })}\n\n${text}\n`
    saveFile(new Blob([content], { type: 'text/plain' }), 'notifly-recovery-codes.txt')
  }
  return (
    <Panel title={t('mfa.codes')}>
      <LeaveGuard dirty />
      <div className="flex flex-col gap-4">
        <Alert tone="warning" live>
          {t('mfa.codesOnce')}
        </Alert>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-2 bg-sunken p-4 font-mono sm:grid-cols-[repeat(2,max-content)]">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton text={text} size="md" />
          <Button icon={Download} onClick={download}>
            {t('mfa.download')}
          </Button>
          <Button variant="primary" className="ms-auto" onClick={onDone}>
            {t('mfa.kept')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
