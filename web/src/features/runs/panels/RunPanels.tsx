import { hasFigure } from '../../../components/channels/channels.ts'
import { Domains } from './Domains.tsx'
import { LinkClicks } from './LinkClicks.tsx'
import { OpenTimes } from './OpenTimes.tsx'
import type { RunPanelsProps } from './panel-of.ts'

/**
 * What readers did with the messages: clicks, times of opening, and results by domain. Hidden until something is sent.
 */
export function RunPanels({ run, linkTo }: RunPanelsProps) {
  const { notification_type: channel, sent, details_removed_on: removedOn } = run
  if (sent === 0) return null
  const isEmail = channel === 'email'
  return (
    <>
      {isEmail && <LinkClicks run={run} linkTo={linkTo} />}
      {removedOn === undefined && (
        <div className="grid grid-cols-1 gap-4 empty:hidden *:min-w-0 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:*:only:col-span-2">
          {hasFigure(channel, 'opened') && <OpenTimes run={run} linkTo={linkTo} />}
          {isEmail && <Domains run={run} linkTo={linkTo} />}
        </div>
      )}
    </>
  )
}
