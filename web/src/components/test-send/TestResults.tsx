import type { TestMessageResult } from '@notifly/contracts/campaigns/calls'
import { isUuid } from '@notifly/contracts/fields'
import { CircleCheck, CircleX } from 'lucide-react'
import { say } from '../../locales/say.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { useDeviceWords } from '../display/use-device-words.ts'

/** What came of each message of a test. */
export function TestResults({ results }: { results: readonly TestMessageResult[] }) {
  const deviceWords = useDeviceWords()
  return (
    <ul className="flex flex-col gap-2">
      {results.map(({ receiver, receiver_sentence: own, device, ok, ...said }, index) => (
        // A contact may have several devices.
        <li key={index} className="flex gap-2.5">
          <Icon of={ok ? CircleCheck : CircleX} className={cx('mt-0.5', ok ? 'text-success-ink' : 'text-danger-ink')} />
          <div className="min-w-0">
            <p className="tnum font-medium wrap-anywhere">
              {/* Ids of devices say nothing that the device itself does not say better. */}
              {!(device !== undefined && isUuid(receiver)) && <bdi dir="ltr">{say({ message: receiver, ...own })}</bdi>}
              {device !== undefined && !isUuid(receiver) && ' · '}
              {device !== undefined && <bdi>{deviceWords(device)}</bdi>}
            </p>
            <p className={cx('text-12 wrap-anywhere', ok ? 'text-muted' : 'text-danger-ink')}>{say(said)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
